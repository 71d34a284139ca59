// SPDX-License-Identifier: GPL-2.0-or-later
import java.time.Duration;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads, as a member of a group, the topics whose names match a pattern, which the broker looks for: PATTERN COUNT
 * The settings have group.id. It reads until there were COUNT records, and commits.
 */
public final class ConsumePattern {
    private ConsumePattern() {
    }

    public static void main(String[] arguments) {
        int count = Integer.parseInt(arguments[1]);
        try (Consumer<String, String> consumer = new KafkaConsumer<>(
                Client.settings("client.id", "java-pattern", "group.protocol", "consumer",
                        "auto.offset.reset", "earliest", "enable.auto.commit", "false"),
                new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(new SubscriptionPattern(arguments[0]));
            for (int read = 0; read < count;) {
                read += consumer.poll(Duration.ofMillis(300)).count();
            }
            consumer.commitSync();
        }
    }
}
