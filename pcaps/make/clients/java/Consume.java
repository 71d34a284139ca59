// SPDX-License-Identifier: GPL-2.0-or-later
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads as a member of a group, commits, and asks for offsets: TOPIC[,TOPIC]... COUNT
 * The settings have group.id, and tell the group protocol. It reads until there were COUNT records.
 */
public final class Consume {
    private Consume() {
    }

    public static void main(String[] arguments) {
        List<String> topics = List.of(arguments[0].split(","));
        int count = Integer.parseInt(arguments[1]);
        try (Consumer<String, String> consumer = new KafkaConsumer<>(
                Client.settings("client.id", "java-consumer", "auto.offset.reset", "earliest",
                        "enable.auto.commit", "false", "fetch.max.wait.ms", "300"),
                new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(topics);
            for (int read = 0; read < count;) {
                read += consumer.poll(Duration.ofMillis(300)).count();
                System.out.println("read: " + read);
            }
            consumer.commitSync(positions(consumer));
            consumer.commitSync();
            ask(consumer);
        }
    }

    /** The position in each partition, with a text for who looks at the group. */
    private static Map<TopicPartition, OffsetAndMetadata> positions(Consumer<?, ?> consumer) {
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        for (TopicPartition partition : consumer.assignment()) {
            positions.put(partition, new OffsetAndMetadata(consumer.position(partition), "read up to here"));
        }
        return positions;
    }

    private static void ask(Consumer<?, ?> consumer) {
        Map<TopicPartition, Long> times = new HashMap<>();
        consumer.assignment().forEach(partition -> times.put(partition, 0L));
        consumer.offsetsForTimes(times);
        consumer.endOffsets(consumer.assignment());
        consumer.committed(consumer.assignment());
        consumer.listTopics();
    }
}
