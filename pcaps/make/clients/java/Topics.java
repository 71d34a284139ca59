// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Makes topics: NAME[:PARTITIONS[:REPLICAS]]... or NAME@BROKER[,BROKER]... for one partition that these brokers have.
 * The broker's defaults hold for what is left out.
 */
public final class Topics {
    private Topics() {
    }

    public static void main(String[] arguments) throws Exception {
        List<NewTopic> topics = Arrays.stream(arguments).map(Topics::topic).toList();
        try (Admin admin = Admin.create(Client.settings("client.id", "java-topics"))) {
            admin.createTopics(topics).all().get();
        }
    }

    private static NewTopic topic(String argument) {
        String[] placed = argument.split("@");
        if (placed.length > 1) {
            List<Integer> brokers = Arrays.stream(placed[1].split(",")).map(Integer::valueOf).toList();
            return new NewTopic(placed[0], Map.of(0, brokers));
        }
        String[] parts = argument.split(":");
        return new NewTopic(parts[0], parts.length > 1 ? Optional.of(Integer.valueOf(parts[1])) : Optional.empty(),
                parts.length > 2 ? Optional.of(Short.valueOf(parts[2])) : Optional.empty());
    }
}
