// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.Collection;
import java.util.List;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.kstream.Materialized;

/**
 * An instance of a Streams application that counts the records of each key: TOPIC
 * It prints which tasks it has, whenever that changes, and runs until it is told to end; then it leaves the group. The
 * settings have application.id and all that instances differ in.
 */
public final class StreamsMember {
    private static final int PAUSE_MS = 50;

    private StreamsMember() {
    }

    public static void main(String[] arguments) throws InterruptedException {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(arguments[0]).groupByKey().count(Materialized.as("counts"));
        String serde = Serdes.StringSerde.class.getName();
        KafkaStreams streams = new KafkaStreams(builder.build(), Client.settings("num.stream.threads", "1",
                "replication.factor", "1", "default.key.serde", serde, "default.value.serde", serde,
                "auto.offset.reset", "earliest"));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> streams.close(
                CloseOptions.groupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP))));
        streams.start();
        printTasks(streams);
    }

    private static void printTasks(KafkaStreams streams) throws InterruptedException {
        String before = "";
        while (streams.state().isRunningOrRebalancing()) {
            Collection<ThreadMetadata> threads = streams.metadataForLocalThreads();
            String now = "active %s, standby %s".formatted(
                    names(threads.stream().flatMap(thread -> thread.activeTasks().stream()).toList()),
                    names(threads.stream().flatMap(thread -> thread.standbyTasks().stream()).toList()));
            if (!now.equals(before)) {
                System.out.println(now);
                before = now;
            }
            Thread.sleep(PAUSE_MS);
        }
    }

    private static List<String> names(Collection<TaskMetadata> tasks) {
        return tasks.stream().map(task -> task.taskId().toString()).sorted().toList();
    }
}
