// SPDX-License-Identifier: GPL-2.0-or-later
import java.time.Duration;
import java.util.List;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.server.log.remote.metadata.storage.serialization.RemoteLogMetadataSerde;
import org.apache.kafka.server.log.remote.storage.RemotePartitionDeleteMetadata;
import org.apache.kafka.server.log.remote.storage.RemotePartitionDeleteState;

/**
 * Writes to the metadata of tiered storage that the partition of its first record is deleted. Broker 4.4.0 knows these
 * records, but writes none itself.
 */
public final class MarkDeleted {
    private static final TopicPartition METADATA = new TopicPartition("__remote_log_metadata", 0);
    private static final int BROKER = 1;

    private MarkDeleted() {
    }

    public static void main(String[] arguments) {
        RemoteLogMetadataSerde serde = new RemoteLogMetadataSerde();
        TopicIdPartition partition = serde.deserialize(firstRecord()).topicIdPartition();
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(Client.settings("client.id", "java-producer"),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            for (RemotePartitionDeleteState state : RemotePartitionDeleteState.values()) {
                byte[] value = serde.serialize(new RemotePartitionDeleteMetadata(
                        partition, state, System.currentTimeMillis(), BROKER));
                producer.send(new ProducerRecord<>(METADATA.topic(), METADATA.partition(), null, value));
            }
        }
    }

    private static byte[] firstRecord() {
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Client.settings("client.id", "java-reader", "max.poll.records", "1"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(METADATA));
            consumer.seekToBeginning(List.of(METADATA));
            ConsumerRecords<byte[], byte[]> records = ConsumerRecords.empty();
            while (records.isEmpty()) {
                records = consumer.poll(Duration.ofSeconds(1));
            }
            return records.iterator().next().value();
        }
    }
}
