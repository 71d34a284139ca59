// SPDX-License-Identifier: GPL-2.0-or-later
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

/** What the clients share: their settings, and calls that are to fail. */
final class Client {
    private Client() {
    }

    /**
     * The settings that the scenario gives, on top of those that the program gives here.
     *
     * @param pairs names and values, in turn
     */
    static Properties settings(String... pairs) {
        Properties settings = new Properties();
        settings.setProperty("bootstrap.servers", "127.0.0.1:9092");
        for (int i = 0; i < pairs.length; i += 2) {
            settings.setProperty(pairs[i], pairs[i + 1]);
        }
        try (Reader file = Files.newBufferedReader(Path.of(System.getProperty("lab.settings")))) {
            settings.load(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return settings;
    }

    /** Makes a call that has to fail with an error of this type. */
    static void fails(Class<? extends Exception> error, Callable<?> call) throws Exception {
        try {
            call.call();
        } catch (Exception e) {
            Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            if (error.isInstance(cause)) {
                return;
            }
            throw e;
        }
        throw new IllegalStateException("no " + error.getSimpleName());
    }
}
