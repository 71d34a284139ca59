// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionReplica;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.NoReassignmentInProgressException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What an administrator does with topics, partitions and replicas of broker 1: LOG_FOLDER, one of its folders. */
public final class AdminTopics {
    private static final String TOPIC = "adm";
    private static final String PLACED = "adm-placed";
    private static final String UNKNOWN = "nope-none";
    private static final TopicPartition FIRST = new TopicPartition(TOPIC, 0);
    private static final TopicPartition SECOND = new TopicPartition(TOPIC, 1);

    private AdminTopics() {
    }

    public static void main(String[] arguments) throws Exception {
        try (Admin admin = Admin.create(Client.settings("client.id", "java-admin"))) {
            create(admin);
            describe(admin);
            Produce.main(new String[] {TOPIC, "30"});
            offsets(admin);
            replicas(admin, arguments[0]);
            transactions(admin);
            delete(admin);
        }
    }

    private static void create(Admin admin) throws Exception {
        NewTopic topic = new NewTopic(TOPIC, Map.of(0, List.of(1), 1, List.of(1), 2, List.of(1)))
                .configs(Map.of("cleanup.policy", "compact", "retention.ms", "60000"));
        NewTopic placed = new NewTopic(PLACED, Map.of(0, List.of(1), 1, List.of(1)));
        admin.createTopics(List.of(topic, placed)).all().get();
        Client.fails(TopicExistsException.class, () -> admin.createTopics(List.of(topic)).all().get());
        NewTopic tooManyReplicas = new NewTopic("adm-replicas", 3, (short) 5);
        Client.fails(InvalidReplicationFactorException.class, () -> admin.createTopics(List.of(tooManyReplicas),
                new CreateTopicsOptions().validateOnly(true)).all().get());
        admin.createPartitions(Map.of(TOPIC, NewPartitions.increaseTo(5),
                PLACED, NewPartitions.increaseTo(3, List.of(List.of(1))))).all().get();
    }

    private static void describe(Admin admin) throws Exception {
        admin.listTopics(new ListTopicsOptions().listInternal(true)).names().get();
        admin.describeTopics(List.of(TOPIC, PLACED), new DescribeTopicsOptions()
                .includeAuthorizedOperations(true).partitionSizeLimitPerResponse(2)).allTopicNames().get();
        admin.describeTopics(TopicCollection.ofTopicIds(List.of(idOf(admin, TOPIC)))).allTopicIds().get();
        Client.fails(UnknownTopicOrPartitionException.class,
                () -> admin.describeTopics(List.of(UNKNOWN)).allTopicNames().get());
    }

    private static Uuid idOf(Admin admin, String topic) throws Exception {
        return admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).topicId();
    }

    private static void offsets(Admin admin) throws Exception {
        admin.listOffsets(Map.of(FIRST, OffsetSpec.earliest(), SECOND, OffsetSpec.latest())).all().get();
        for (OffsetSpec asked : List.of(OffsetSpec.maxTimestamp(), OffsetSpec.earliestLocal(),
                OffsetSpec.latestTiered(), OffsetSpec.forTimestamp(1))) {
            admin.listOffsets(Map.of(SECOND, asked)).all().get();
        }
        admin.deleteRecords(Map.of(new TopicPartition(PLACED, 0), RecordsToDelete.beforeOffset(0))).all().get();
    }

    private static void replicas(Admin admin, String logFolder) throws Exception {
        TopicPartitionReplica replica = new TopicPartitionReplica(TOPIC, 0, 1);
        admin.describeLogDirs(List.of(1)).allDescriptions().get();
        admin.describeReplicaLogDirs(List.of(replica)).all().get();
        admin.alterReplicaLogDirs(Map.of(replica, logFolder)).all().get();
        admin.electLeaders(ElectionType.PREFERRED, Set.of(FIRST)).partitions().get();
        admin.electLeaders(ElectionType.UNCLEAN, Set.of(SECOND)).partitions().get();
        Client.fails(NoReassignmentInProgressException.class, () -> admin.alterPartitionReassignments(
                Map.of(FIRST, Optional.of(new NewPartitionReassignment(List.of(1))), SECOND, Optional.empty()))
                .all().get());
        admin.listPartitionReassignments().reassignments().get();
        admin.listPartitionReassignments(Set.of(FIRST)).reassignments().get();
    }

    private static void transactions(Admin admin) throws Exception {
        admin.describeProducers(List.of(FIRST)).all().get();
        admin.abortTransaction(new AbortTransactionSpec(FIRST, 1L, (short) 0, 0)).all().get();
    }

    private static void delete(Admin admin) throws Exception {
        admin.deleteTopics(TopicCollection.ofTopicIds(List.of(idOf(admin, PLACED)))).all().get();
        Client.fails(UnknownTopicOrPartitionException.class,
                () -> admin.deleteTopics(List.of(TOPIC, UNKNOWN)).all().get());
    }
}
