// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.Collections;
import java.util.List;
import java.util.Map;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.SourceConnector;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;

/** A connector for Connect workers. It has as many tasks as it may have, and they have nothing to send. */
public final class IdleSource extends SourceConnector {
    private static final String VERSION = "1.0";

    private Map<String, String> settings;

    @Override
    public String version() {
        return VERSION;
    }

    @Override
    public ConfigDef config() {
        return new ConfigDef();
    }

    @Override
    public void start(Map<String, String> settings) {
        this.settings = settings;
    }

    @Override
    public void stop() {
    }

    @Override
    public Class<? extends Task> taskClass() {
        return IdleTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        return Collections.nCopies(maxTasks, settings);
    }

    /** A task that waits for its end. */
    public static final class IdleTask extends SourceTask {
        private boolean stopped;

        @Override
        public String version() {
            return VERSION;
        }

        @Override
        public void start(Map<String, String> settings) {
        }

        @Override
        public synchronized void stop() {
            stopped = true;
            notifyAll();
        }

        @Override
        public synchronized List<SourceRecord> poll() throws InterruptedException {
            while (!stopped) {
                wait();
            }
            return null;
        }
    }
}
