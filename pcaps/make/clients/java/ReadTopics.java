// SPDX-License-Identifier: GPL-2.0-or-later
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads all partitions of topics, internal ones too, from their beginning to their end, without a group: TOPIC... */
public final class ReadTopics {
    private ReadTopics() {
    }

    public static void main(String[] arguments) {
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Client.settings("client.id", "java-reader", "exclude.internal.topics", "false",
                        "isolation.level", "read_uncommitted", "enable.auto.commit", "false"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            Map<String, List<PartitionInfo>> topics = consumer.listTopics();
            List<TopicPartition> partitions = Stream.of(arguments)
                    .flatMap(topic -> topics.get(topic).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (!partitions.stream().allMatch(partition -> consumer.position(partition) >= ends.get(partition))) {
                consumer.poll(Duration.ofMillis(300));
            }
        }
    }
}
