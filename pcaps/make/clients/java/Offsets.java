// SPDX-License-Identifier: GPL-2.0-or-later
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Asks for offsets of a topic's partition 0, by each of the words that a broker knows instead of a time, and by a time:
 * TOPIC. With two words more it asks until one of them is what is expected: TOPIC WORD OFFSET.
 */
public final class Offsets {
    private static final int PAUSE_MS = 200;
    private static final Duration SOME_TIME_AGO = Duration.ofHours(60);

    private Offsets() {
    }

    public static void main(String[] arguments) throws Exception {
        TopicPartition partition = new TopicPartition(arguments[0], 0);
        Map<String, OffsetSpec> words = words();
        try (Admin admin = Admin.create(Client.settings("client.id", "java-offsets"))) {
            if (arguments.length > 1) {
                while (offset(admin, partition, words.get(arguments[1])) != Long.parseLong(arguments[2])) {
                    Thread.sleep(PAUSE_MS);
                }
                return;
            }
            for (Map.Entry<String, OffsetSpec> word : words.entrySet()) {
                System.out.printf("%s: %d%n", word.getKey(), offset(admin, partition, word.getValue()));
            }
        }
    }

    private static Map<String, OffsetSpec> words() {
        Map<String, OffsetSpec> words = new LinkedHashMap<>();
        words.put("latest", OffsetSpec.latest());
        words.put("earliest", OffsetSpec.earliest());
        words.put("max-timestamp", OffsetSpec.maxTimestamp());
        words.put("earliest-local", OffsetSpec.earliestLocal());
        words.put("latest-tiered", OffsetSpec.latestTiered());
        words.put("earliest-pending-upload", OffsetSpec.earliestPendingUpload());
        words.put("time", OffsetSpec.forTimestamp(System.currentTimeMillis() - SOME_TIME_AGO.toMillis()));
        return words;
    }

    private static long offset(Admin admin, TopicPartition partition, OffsetSpec word) throws Exception {
        return admin.listOffsets(Map.of(partition, word)).partitionResult(partition).get().offset();
    }
}
