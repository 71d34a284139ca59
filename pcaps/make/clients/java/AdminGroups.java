// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/**
 * What an administrator does with groups and transactions: TOPIC TRANSACTIONAL_ID
 * The groups g-classic, g-new (KIP-848), g-share and g-streams exist and have read the topic.
 */
public final class AdminGroups {
    private static final String ADMIN = "g-admin";
    private static final String ADMIN_SHARE = "g-share-admin";

    private AdminGroups() {
    }

    public static void main(String[] arguments) throws Exception {
        TopicPartition first = new TopicPartition(arguments[0], 0);
        TopicPartition second = new TopicPartition(arguments[0], 1);
        try (Admin admin = Admin.create(Client.settings("client.id", "java-admin"))) {
            list(admin);
            consumerGroups(admin, first, second);
            describe(admin);
            shareGroups(admin, first);
            delete(admin, second);
            transactions(admin, arguments[1]);
        }
    }

    private static void list(Admin admin) throws Exception {
        admin.listGroups().all().get();
        admin.listGroups(ListGroupsOptions.forConsumerGroups()).all().get();
        admin.listGroups(new ListGroupsOptions().inGroupStates(Set.of(GroupState.STABLE, GroupState.EMPTY))
                .withTypes(Set.of(GroupType.CONSUMER, GroupType.SHARE))).all().get();
    }

    private static void consumerGroups(Admin admin, TopicPartition first, TopicPartition second) throws Exception {
        admin.alterConsumerGroupOffsets(ADMIN, Map.of(first, new OffsetAndMetadata(3, Optional.of(0), "back to 3"),
                second, new OffsetAndMetadata(0))).all().get();
        admin.listConsumerGroupOffsets(ADMIN).partitionsToOffsetAndMetadata().get();
        admin.listConsumerGroupOffsets(Map.of(ADMIN, new ListConsumerGroupOffsetsSpec(),
                "g-none", new ListConsumerGroupOffsetsSpec().topicPartitions(List.of(first)))).all().get();
    }

    private static void describe(Admin admin) throws Exception {
        admin.describeConsumerGroups(List.of(ADMIN, "g-classic", "g-new"),
                new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true)).all().get();
        admin.describeClassicGroups(List.of(ADMIN, "g-classic")).all().get();
        admin.describeShareGroups(List.of("g-share")).all().get();
        admin.describeStreamsGroups(List.of("g-streams")).all().get();
    }

    private static void shareGroups(Admin admin, TopicPartition partition) throws Exception {
        admin.listShareGroupOffsets(Map.of("g-share", new ListShareGroupOffsetsSpec())).all().get();
        admin.alterShareGroupOffsets(ADMIN_SHARE, Map.of(partition, 1L)).all().get();
        admin.deleteShareGroupOffsets(ADMIN_SHARE, Set.of(partition.topic())).all().get();
        admin.deleteShareGroups(List.of(ADMIN_SHARE)).all().get();
    }

    private static void delete(Admin admin, TopicPartition partition) throws Exception {
        admin.deleteConsumerGroupOffsets(ADMIN, Set.of(partition)).all().get();
        Client.fails(UnknownMemberIdException.class, () -> admin.removeMembersFromConsumerGroup(ADMIN,
                new RemoveMembersFromConsumerGroupOptions(List.of(new MemberToRemove("instance-x")))).all().get());
        admin.deleteConsumerGroups(List.of(ADMIN)).all().get();
    }

    private static void transactions(Admin admin, String transactionalId) throws Exception {
        admin.listTransactions(new ListTransactionsOptions().filterStates(
                Set.of(TransactionState.COMPLETE_COMMIT, TransactionState.EMPTY))).all().get();
        Client.fails(TransactionalIdNotFoundException.class,
                () -> admin.describeTransactions(List.of(transactionalId, "tx-none")).all().get());
        admin.fenceProducers(List.of("tx-fence")).all().get();
    }
}
