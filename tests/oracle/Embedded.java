// SPDX-License-Identifier: GPL-2.0-or-later
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.runtime.distributed.ConnectProtocol;
import org.apache.kafka.connect.runtime.distributed.ExtendedAssignment;
import org.apache.kafka.connect.runtime.distributed.ExtendedWorkerState;
import org.apache.kafka.connect.runtime.distributed.IncrementalCooperativeConnectProtocol;
import org.apache.kafka.connect.util.ConnectorTaskId;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.internals.assignment.AssignmentInfo;
import org.apache.kafka.streams.processor.internals.assignment.SubscriptionInfo;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Makes what group members send each other with the classes of Kafka Connect, Kafka Streams and the consumer: one line
 * for each, with tabs between its name, the protocol type, the protocol's name, "metadata" or "assignment", the octets,
 * and what Kafka's own classes read back from them, as label=value with "|" between them.
 */
public class Embedded {
    static final String NONE = "";
    static PrintStream out;
    static List<String> values = new ArrayList<>();

    static void value(String label, Object value) {
        values.add(label + "=" + value);
    }

    static void done(String name, String type, String protocol, boolean assignment, ByteBuffer octets) {
        byte[] bytes = new byte[octets.remaining()];
        octets.duplicate().get(bytes);
        out.println(String.join("\t", name, type, protocol, assignment ? "assignment" : "metadata",
                HexFormat.of().formatHex(bytes), String.join("|", values)));
        values.clear();
    }

    // ------------------------------------------------------------------------------------------------------ Connect

    static void connectors(Collection<String> connectors, Collection<ConnectorTaskId> tasks) {
        Map<String, List<Integer>> all = new TreeMap<>();
        for (String connector : connectors)
            all.computeIfAbsent(connector, c -> new ArrayList<>()).add(ConnectProtocol.CONNECTOR_TASK);
        for (ConnectorTaskId task : tasks)
            all.computeIfAbsent(task.connector(), c -> new ArrayList<>()).add(task.task());
        all.forEach((connector, numbers) -> {
            value("connector", connector);
            numbers.forEach(number -> value("tasks", number));
        });
    }

    static void assignment(ConnectProtocol.Assignment a) {
        value("error", a.error());
        value("leader", a.leader());
        value("leaderUrl", a.leaderUrl());
        value("configOffset", a.offset());
        connectors(a.connectors(), a.tasks());
        if (a instanceof ExtendedAssignment) {
            ExtendedAssignment extended = (ExtendedAssignment) a;
            connectors(extended.revokedConnectors(), extended.revokedTasks());
            value("delay", extended.delay());
        }
    }

    static void eager(String name, ConnectProtocol.Assignment a) {
        ByteBuffer octets = ConnectProtocol.serializeAssignment(a);
        assignment(ConnectProtocol.deserializeAssignment(octets.duplicate()));
        done(name, "connect", "default", true, octets);
    }

    static void cooperative(String name, ExtendedAssignment a, boolean sessioned) {
        ByteBuffer octets = IncrementalCooperativeConnectProtocol.serializeAssignment(a, sessioned);
        assignment(IncrementalCooperativeConnectProtocol.deserializeAssignment(octets.duplicate()));
        done(name, "connect", sessioned ? "sessioned" : "compatible", true, octets);
    }

    static void worker(String name, String url, ExtendedAssignment allocation, boolean sessioned) {
        ExtendedWorkerState state = new ExtendedWorkerState(url, 42, allocation);
        ByteBuffer octets = IncrementalCooperativeConnectProtocol.serializeMetadata(state, sessioned);
        ExtendedWorkerState read = IncrementalCooperativeConnectProtocol.deserializeMetadata(octets.duplicate());
        value("url", read.url());
        value("configOffset", read.offset());
        if (allocation != null)
            assignment(read.assignment());
        done(name, "connect", sessioned ? "sessioned" : "compatible", false, octets);
    }

    static void connect() {
        ByteBuffer octets = ConnectProtocol.serializeMetadata(new ConnectProtocol.WorkerState("http://w1:8083/", 42));
        ConnectProtocol.WorkerState read = ConnectProtocol.deserializeMetadata(octets.duplicate());
        value("url", read.url());
        value("configOffset", read.offset());
        done("eager worker", "connect", "default", false, octets);

        eager("eager assignment", new ConnectProtocol.Assignment((short) 0, "w1-id", "http://w1:8083/", 42,
                List.of("source", "sink"), List.of(new ConnectorTaskId("source", 0), new ConnectorTaskId("sink", 3))));
        eager("eager mismatch", new ConnectProtocol.Assignment((short) 1, "w1-id", "http://w1:8083/", 7, List.of(),
                List.of()));

        for (boolean sessioned : new boolean[] {false, true}) {
            String kind = sessioned ? "sessioned " : "compatible ";
            short version = (short) (sessioned ? 2 : 1);
            ExtendedAssignment full = new ExtendedAssignment(version, (short) 0, "w2-id", "https://w2:8443/", 1L << 40,
                    List.of("sink"), List.of(new ConnectorTaskId("sink", 0), new ConnectorTaskId("sink", 1)),
                    List.of("source"), List.of(new ConnectorTaskId("source", 9)), 300000);
            worker(kind + "worker without allocation", "http://w1:8083/", null, sessioned);
            worker(kind + "worker", "http://w1:8083/", full, sessioned);
            cooperative(kind + "assignment", full, sessioned);
            cooperative(kind + "nothing", new ExtendedAssignment(version, (short) 1, "w2-id", "", -1, List.of(),
                    List.of(), List.of(), List.of(), 0), sessioned);
        }
    }

    // ------------------------------------------------------------------------------------------------------ Streams

    static void subscription(String name, String protocol, ByteBuffer userData) {
        done(name, "consumer", protocol, false,
                ConsumerProtocol.serializeSubscription(new Subscription(List.of("in"), userData)));
    }

    static void streamsSubscription(int version) {
        Map<TaskId, Long> offsets = new LinkedHashMap<>();
        offsets.put(new TaskId(0, 2), version < 7 ? -2L : 123456789012L);   // -2: of an active task
        if (version >= 10)
            offsets.put(new TaskId(1, 0, "top"), 5L);
        UUID id = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);
        Map<String, String> tags = version >= 11 ? Map.of("zone", "a") : Map.of();
        SubscriptionInfo info = new SubscriptionInfo(version, 11, new ProcessId(id), "host:9000", offsets, (byte) 3,
                version >= 9 ? 4 : 0, tags);
        ByteBuffer octets = info.encode();
        SubscriptionInfo read = SubscriptionInfo.decode(octets.duplicate());
        value("version", read.version());
        if (version >= 3)
            value("latestSupportedVersion", read.latestSupportedVersion());
        value("processId", read.processId().id());
        for (TaskId task : version < 7 ? read.prevTasks() : read.taskOffsetSums().keySet()) {
            value("topicGroupId", task.subtopology());
            value("partition", task.partition());
            if (version >= 7)
                value("offsetSum", read.taskOffsetSums().get(task));
            if (version >= 10)
                value("namedTopology", task.topologyName() == null ? NONE : task.topologyName());
        }
        if (version >= 2)
            value("userEndPoint", HexFormat.ofDelimiter(":").formatHex(read.userEndPoint().getBytes()));
        if (version >= 8)
            value("uniqueField", 3);
        if (version >= 9)
            value("errorCode", read.errorCode());
        read.clientTags().forEach((key, text) -> {
            value("key", HexFormat.ofDelimiter(":").formatHex(key.getBytes()));
            value("value", HexFormat.ofDelimiter(":").formatHex(text.getBytes()));
        });
        subscription("streams subscription " + version, "stream", octets);
    }

    /** Each topic is there once, so it is shown once, too, where a dictionary of topics has it. */
    static void hosts(Map<HostInfo, Set<TopicPartition>> hosts) {
        hosts.forEach((host, partitions) -> {
            value("host", host.host());
            value("port", host.port());
            for (TopicPartition partition : partitions) {
                value("topic", partition.topic());
                value("partition", partition.partition());
            }
        });
    }

    static void streamsAssignment(int version) {
        TaskId active = version >= 10 ? new TaskId(1, 2, "top") : new TaskId(1, 2);
        TopicPartition in = new TopicPartition("in", 2), other = new TopicPartition("other", 7);
        Map<TaskId, Set<TopicPartition>> standby = Map.of(new TaskId(0, 4), Set.of(new TopicPartition("log", 4)));
        AssignmentInfo info = new AssignmentInfo(version, 11, List.of(active), standby,
                version >= 2 ? Map.of(new HostInfo("h1", 9001), Set.of(in)) : Map.of(),
                version >= 6 ? Map.of(new HostInfo("h2", 9002), Set.of(other)) : Map.of(), version >= 4 ? 1 : 0);
        if (version >= 7)
            info.setNextRebalanceTime(1700000000000L);
        ByteBuffer octets = info.encode();
        AssignmentInfo read = AssignmentInfo.decode(octets.duplicate());
        value("usedVersion", read.version());
        if (version >= 3)
            value("commonlySupportedVersion", read.commonlySupportedVersion());
        for (TaskId task : read.activeTasks()) {
            value("subtopology", task.subtopology());
            value("partition", task.partition());
            if (version >= 10)
                task.topologyName().chars().forEach(unit -> value("topologyName", unit));
        }
        read.standbyTasks().forEach((task, partitions) -> {
            value("subtopology", task.subtopology());
            value("partition", task.partition());
            for (TopicPartition partition : partitions) {
                value("topic", partition.topic());
                value("partition", partition.partition());
            }
        });
        hosts(read.partitionsByHost());
        hosts(read.standbyPartitionByHost());
        if (version >= 4)
            value("errorCode", read.errCode());
        if (version >= 7)
            value("nextRebalanceMs", read.nextRebalanceMs());
        done("streams assignment " + version, "consumer", "stream", true,
                ConsumerProtocol.serializeAssignment(new Assignment(List.of(in), octets)));
    }

    // ---------------------------------------------------------------------------------------------------- consumers

    static void sticky() {
        ConsumerGroupMetadata group = new ConsumerGroupMetadata("g", 7, "m", Optional.empty());
        Assignment owned = new Assignment(List.of(new TopicPartition("in", 0), new TopicPartition("in", 5)));
        StickyAssignor sticky = new StickyAssignor();
        sticky.onAssignment(owned, group);
        value("topic", "in");
        value("partitions", 0);
        value("partitions", 5);
        value("generation", 7);
        subscription("sticky", "sticky", sticky.subscriptionUserData(Set.of("in")));

        CooperativeStickyAssignor cooperative = new CooperativeStickyAssignor();
        cooperative.onAssignment(owned, group);
        value("generation", 7);
        subscription("cooperative sticky", "cooperative-sticky", cooperative.subscriptionUserData(Set.of("in")));
    }

    public static void main(String[] arguments) throws Exception {
        out = new PrintStream(arguments[0], "UTF-8");
        out.println("# name\ttype\tprotocol\tpart\toctets\tvalues; made by Embedded.java with Kafka 4.4.0's classes");
        connect();
        for (int version = 1; version <= 11; version++)
            streamsSubscription(version);
        for (int version = 1; version <= 11; version++)
            streamsAssignment(version);
        sticky();
        out.close();
    }
}
