// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.TopicPartitionReplica;

/**
 * Moves partition 0 of a topic to all brokers, the last one first, partition 1 to other log directories, and has the
 * preferred leaders elected: TOPIC FOLDER..., with a folder of log.dirs for each of the brokers 1, 2 ...
 */
public final class Reassign {
    private static final int PAUSE_MS = 500;

    private Reassign() {
    }

    public static void main(String[] arguments) throws Exception {
        String topic = arguments[0];
        List<String> folders = List.of(arguments).subList(1, arguments.length);
        try (Admin admin = Admin.create(Client.settings("client.id", "java-admin"))) {
            toAllBrokers(admin, new TopicPartition(topic, 0), folders.size());
            toFolders(admin, topic, folders);
            admin.electLeaders(ElectionType.PREFERRED, null).partitions().get();
        }
    }

    private static void toAllBrokers(Admin admin, TopicPartition partition, int brokers) throws Exception {
        List<Integer> replicas = IntStream.iterate(brokers, id -> id > 0, id -> id - 1).boxed().toList();
        admin.alterPartitionReassignments(Map.of(partition, Optional.of(new NewPartitionReassignment(replicas))))
                .all().get();
        while (!admin.listPartitionReassignments().reassignments().get().isEmpty()) {
            Thread.sleep(PAUSE_MS);
        }
    }

    /** Moves each replica of partition 1 to the folder of its broker, and waits until all of them are there. */
    private static void toFolders(Admin admin, String topic, List<String> folders) throws Exception {
        TopicDescription description = admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
        TopicPartitionInfo partition = description.partitions().get(1);
        Map<TopicPartitionReplica, String> moves = new HashMap<>();
        for (Node broker : partition.replicas()) {
            moves.put(new TopicPartitionReplica(topic, partition.partition(), broker.id()),
                    folders.get(broker.id() - 1));
        }
        admin.alterReplicaLogDirs(moves).all().get();
        Set<String> wanted = new HashSet<>(moves.values());
        while (!folders(admin, moves.keySet()).equals(wanted)) {
            Thread.sleep(PAUSE_MS);
        }
    }

    private static Set<String> folders(Admin admin, Set<TopicPartitionReplica> replicas) throws Exception {
        return admin.describeReplicaLogDirs(replicas).all().get().values().stream()
                .map(replica -> replica.getCurrentReplicaLogDir()).collect(Collectors.toSet());
    }
}
