// SPDX-License-Identifier: GPL-2.0-or-later
import java.nio.charset.StandardCharsets;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends records with and without keys, values and headers: TOPIC COUNT [CODEC]...
 * For each codec there is a producer of its own, which sends COUNT records.
 */
public final class Produce {
    private Produce() {
    }

    public static void main(String[] arguments) {
        String topic = arguments[0];
        int count = Integer.parseInt(arguments[1]);
        for (int i = 2; i < Math.max(arguments.length, 3); i++) {
            send(topic, count, arguments.length > 2 ? arguments[i] : "none");
        }
    }

    private static void send(String topic, int count, String codec) {
        try (Producer<String, String> producer = new KafkaProducer<>(
                Client.settings("client.id", "java-producer-" + codec, "compression.type", codec,
                        "linger.ms", "50", "batch.size", "8192"),
                new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < count; i++) {
                producer.send(record(topic, i));
            }
        }
    }

    /** Every fifth record has no key, every eleventh no value, every third three headers. */
    private static ProducerRecord<String, String> record(String topic, int number) {
        String key = number % 5 == 0 ? null : "key-" + number;
        String value = number % 11 == 10 ? null : """
                {"id":%d,"name":"customer-%d","city":"Lisbon","note":"the quick brown fox jumps over the lazy dog"}"""
                .formatted(number, number % 17);
        ProducerRecord<String, String> record = new ProducerRecord<>(topic, key, value);
        if (number % 3 == 0) {
            record.headers().add("trace-id", ("t" + number).getBytes(StandardCharsets.UTF_8))
                    .add("empty", new byte[0]).add("nul", null);
        }
        return record;
    }
}
