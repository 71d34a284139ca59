// SPDX-License-Identifier: GPL-2.0-or-later
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Produced;

/**
 * A Streams application that counts how often each last letter occurs, with a repartition topic and a state store:
 * INPUT OUTPUT COUNT
 * The settings have application.id and state.dir, and tell the group protocol. It ends when it has counted COUNT
 * records.
 */
public final class CountWithStreams {
    private CountWithStreams() {
    }

    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch counted = new CountDownLatch(Integer.parseInt(arguments[2]));
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(arguments[0])
                .filter((key, value) -> value != null)
                .groupBy((key, value) -> value.substring(value.length() - 1))
                .count()
                .toStream()
                .peek((letter, count) -> counted.countDown())
                .to(arguments[1], Produced.with(Serdes.String(), Serdes.Long()));
        String serde = Serdes.StringSerde.class.getName();
        try (KafkaStreams streams = new KafkaStreams(builder.build(),
                Client.settings("num.stream.threads", "1", "commit.interval.ms", "500", "replication.factor", "1",
                        "default.key.serde", serde, "default.value.serde", serde, "auto.offset.reset", "earliest",
                        "statestore.cache.max.bytes", "0"))) {
            streams.start();
            if (!counted.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException(streams.state() + ", not counted: " + counted.getCount());
            }
            streams.close(Duration.ofSeconds(10));
        }
    }
}
