// SPDX-License-Identifier: GPL-2.0-or-later
import java.time.Duration;
import java.util.List;

import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads as a member of a share group, and accepts most of the records, gives some back and rejects some: TOPIC COUNT
 * The settings have group.id. It reads until there were COUNT deliveries.
 */
public final class ShareConsume {
    private ShareConsume() {
    }

    public static void main(String[] arguments) {
        int count = Integer.parseInt(arguments[1]);
        try (ShareConsumer<String, String> consumer = new KafkaShareConsumer<>(
                Client.settings("client.id", "java-share", "share.acknowledgement.mode", "explicit"),
                new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(arguments[0]));
            for (int read = 0; read < count;) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(300))) {
                    consumer.acknowledge(record, verdict(++read, record));
                }
                consumer.commitSync();
            }
        }
    }

    /** Every seventh delivery is given back, once for each record; every eleventh is rejected. */
    private static AcknowledgeType verdict(int number, ConsumerRecord<?, ?> record) {
        if (number % 7 == 0 && record.deliveryCount().orElse((short) 1) == 1) {
            return AcknowledgeType.RELEASE;
        }
        return number % 11 == 0 ? AcknowledgeType.REJECT : AcknowledgeType.ACCEPT;
    }
}
