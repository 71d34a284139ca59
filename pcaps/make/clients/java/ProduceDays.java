// SPDX-License-Identifier: GPL-2.0-or-later
import java.time.Duration;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends records of past days, each day's in a batch of its own: TOPIC COUNT DAYS-AGO... */
public final class ProduceDays {
    private ProduceDays() {
    }

    public static void main(String[] arguments) {
        String topic = arguments[0];
        int count = Integer.parseInt(arguments[1]);
        long now = System.currentTimeMillis();
        try (Producer<String, String> producer = new KafkaProducer<>(
                Client.settings("client.id", "java-producer", "linger.ms", "1000"),
                new StringSerializer(), new StringSerializer())) {
            for (int i = 2; i < arguments.length; i++) {
                long time = now - Duration.ofDays(Long.parseLong(arguments[i])).toMillis();
                for (int number = 0; number < count; number++) {
                    producer.send(new ProducerRecord<>(topic, 0, time + number, "days-ago-" + arguments[i],
                            "event " + number));
                }
                producer.flush();
            }
        }
    }
}
