// SPDX-License-Identifier: GPL-2.0-or-later
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Three transactions: one that commits, one that aborts, records and an offset, and one that reads what was committed,
 * writes it in capitals to another topic and commits the offsets with it: TOPIC OUTPUT
 */
public final class Transactions {
    private static final int COUNT = 10;

    private Transactions() {
    }

    public static void main(String[] arguments) {
        String topic = arguments[0];
        try (Producer<String, String> producer = new KafkaProducer<>(
                Client.settings("client.id", "java-tx", "transactional.id", "tx-" + topic, "linger.ms", "20"),
                new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();

            producer.beginTransaction();
            send(producer, topic, "committed");
            producer.commitTransaction();

            producer.beginTransaction();
            send(producer, topic, "aborted");
            producer.sendOffsetsToTransaction(
                    Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(COUNT / 2, "never committed")),
                    new ConsumerGroupMetadata("g-aborted"));
            producer.flush();
            producer.abortTransaction();

            copy(producer, topic, arguments[1]);
        }
    }

    private static void send(Producer<String, String> producer, String topic, String text) {
        for (int i = 0; i < COUNT; i++) {
            producer.send(new ProducerRecord<>(topic, "k" + i, text + "-" + i));
        }
    }

    private static void copy(Producer<String, String> producer, String topic, String output) {
        try (Consumer<String, String> consumer = new KafkaConsumer<>(
                Client.settings("client.id", "java-copy", "group.id", "g-copy-" + topic, "group.protocol", "classic",
                        "auto.offset.reset", "earliest", "isolation.level", "read_committed",
                        "enable.auto.commit", "false"),
                new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            producer.beginTransaction();
            Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
            for (int read = 0; read < COUNT;) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(300))) {
                    read++;
                    offsets.put(new TopicPartition(record.topic(), record.partition()),
                            new OffsetAndMetadata(record.offset() + 1, "copied"));
                    producer.send(new ProducerRecord<>(output, record.key(), record.value().toUpperCase(Locale.ROOT)));
                }
            }
            producer.sendOffsetsToTransaction(offsets, consumer.groupMetadata());
            producer.commitTransaction();
            consumer.commitSync();
        }
    }
}
