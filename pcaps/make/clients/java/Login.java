// SPDX-License-Identifier: GPL-2.0-or-later
import java.time.Duration;
import java.util.List;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.AuthenticationException;

/** Logs in and asks who the brokers are. With the argument `refused` the broker has to refuse the login. */
public final class Login {
    private Login() {
    }

    public static void main(String[] arguments) throws Exception {
        try (Admin admin = Admin.create(Client.settings("client.id", "java-login"))) {
            if (List.of(arguments).contains("refused")) {
                Client.fails(AuthenticationException.class, () -> admin.describeCluster().nodes().get());
                admin.close(Duration.ZERO);
            } else {
                admin.describeCluster().nodes().get();
            }
        }
    }
}
