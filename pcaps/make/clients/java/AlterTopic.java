// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;

/** Replaces all settings of a topic in the way of releases before 4.0, with AlterConfigs: TOPIC [NAME=VALUE]... */
public final class AlterTopic {
    private AlterTopic() {
    }

    @SuppressWarnings("deprecation")
    public static void main(String[] arguments) throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, arguments[0]);
        List<ConfigEntry> entries = Arrays.stream(arguments).skip(1).map(argument -> argument.split("=", 2))
                .map(pair -> new ConfigEntry(pair[0], pair[1])).toList();
        try (AdminClient admin = AdminClient.create(Client.settings("client.id", "java-alter-topic"))) {
            admin.alterConfigs(Map.of(topic, new Config(entries))).all().get();
        }
    }
}
