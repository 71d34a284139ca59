// SPDX-License-Identifier: GPL-2.0-or-later
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads partition 0 of topics from their beginnings, without a group, until there are COUNT records: COUNT TOPIC... */
public final class ReadPartition {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private ReadPartition() {
    }

    public static void main(String[] arguments) {
        int missing = Integer.parseInt(arguments[0]);
        List<TopicPartition> partitions = Arrays.stream(arguments).skip(1)
                .map(topic -> new TopicPartition(topic, 0)).toList();
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Client.settings("client.id", "java-reader"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (missing > 0) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(PATIENCE)) {
                    System.out.printf("%s %d%n", record.topic(), record.offset());
                    missing--;
                }
            }
        }
    }
}
