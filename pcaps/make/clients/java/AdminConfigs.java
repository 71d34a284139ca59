// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.ListConfigResourcesOptions;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.quota.ClientQuotaFilter;
import org.apache.kafka.common.quota.ClientQuotaFilterComponent;

/** What an administrator does with settings and quotas of broker 1 and of a topic: TOPIC */
public final class AdminConfigs {
    private AdminConfigs() {
    }

    public static void main(String[] arguments) throws Exception {
        try (Admin admin = Admin.create(Client.settings("client.id", "java-admin"))) {
            configs(admin, new ConfigResource(ConfigResource.Type.TOPIC, arguments[0]));
            quotas(admin);
        }
    }

    private static void configs(Admin admin, ConfigResource topic) throws Exception {
        ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
        ConfigResource loggers = new ConfigResource(ConfigResource.Type.BROKER_LOGGER, "1");
        ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, "g-admin");
        ConfigResource metrics = new ConfigResource(ConfigResource.Type.CLIENT_METRICS, "everything");

        admin.describeConfigs(List.of(topic, broker), new DescribeConfigsOptions().includeSynonyms(true)).all().get();
        admin.describeConfigs(List.of(topic), new DescribeConfigsOptions().includeDocumentation(true)).all().get();
        admin.describeConfigs(List.of(loggers)).all().get();
        alter(admin, topic, operation("max.message.bytes", "2000000", OpType.SET),
                operation("retention.ms", "", OpType.DELETE), operation("cleanup.policy", "delete", OpType.APPEND));
        alter(admin, group, operation("consumer.session.timeout.ms", "50000", OpType.SET));
        alter(admin, metrics, operation("metrics", "*", OpType.SET), operation("interval.ms", "1000", OpType.SET));
        admin.listConfigResources().all().get();
        admin.listConfigResources(Set.of(ConfigResource.Type.GROUP, ConfigResource.Type.CLIENT_METRICS),
                new ListConfigResourcesOptions()).all().get();
    }

    private static void alter(Admin admin, ConfigResource resource, AlterConfigOp... operations) throws Exception {
        admin.incrementalAlterConfigs(Map.of(resource, List.of(operations))).all().get();
    }

    private static AlterConfigOp operation(String name, String value, OpType type) {
        return new AlterConfigOp(new ConfigEntry(name, value), type);
    }

    private static void quotas(Admin admin) throws Exception {
        ClientQuotaEntity bob = new ClientQuotaEntity(Map.of("user", "bob", "client-id", "x"));
        ClientQuotaEntity everyUser = new ClientQuotaEntity(Collections.singletonMap("user", null));
        admin.alterClientQuotas(List.of(
                new ClientQuotaAlteration(bob, List.of(new ClientQuotaAlteration.Op("producer_byte_rate", 1048576.0))),
                new ClientQuotaAlteration(everyUser, List.of(new ClientQuotaAlteration.Op("consumer_byte_rate", 2e6)))))
                .all().get();
        admin.describeClientQuotas(ClientQuotaFilter.all()).entities().get();
        admin.describeClientQuotas(ClientQuotaFilter.containsOnly(List.of(
                ClientQuotaFilterComponent.ofEntity("user", "bob"),
                ClientQuotaFilterComponent.ofEntityType("client-id")))).entities().get();
    }
}
