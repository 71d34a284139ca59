// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.List;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateDelegationTokenOptions;
import org.apache.kafka.clients.admin.ExpireDelegationTokenOptions;
import org.apache.kafka.clients.admin.RenewDelegationTokenOptions;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.token.delegation.DelegationToken;

/** Makes a delegation token, shows and renews it, logs in with it, and ends its life. The settings are of a user. */
public final class DelegationTokens {
    private static final long HOUR = 3_600_000;

    private DelegationTokens() {
    }

    public static void main(String[] arguments) throws Exception {
        try (Admin admin = Admin.create(Client.settings("client.id", "java-admin"))) {
            KafkaPrincipal renewer = new KafkaPrincipal(KafkaPrincipal.USER_TYPE, "bob");
            DelegationToken token = admin.createDelegationToken(new CreateDelegationTokenOptions()
                    .renewers(List.of(renewer)).maxLifetimeMs(24 * HOUR)).delegationToken().get();
            while (admin.describeDelegationToken().delegationTokens().get().isEmpty()) {
                Thread.sleep(50);       // the broker has yet to hear of it from the controller
            }
            admin.renewDelegationToken(token.hmac(), new RenewDelegationTokenOptions().renewTimePeriodMs(HOUR))
                    .expiryTimestamp().get();
            loginWith(token);
            admin.expireDelegationToken(token.hmac(), new ExpireDelegationTokenOptions().expiryTimePeriodMs(-1))
                    .expiryTimestamp().get();
        }
    }

    private static void loginWith(DelegationToken token) throws Exception {
        var settings = Client.settings();
        settings.setProperty("client.id", "java-token");
        settings.setProperty("sasl.jaas.config", """
                org.apache.kafka.common.security.scram.ScramLoginModule required \
                username="%s" password="%s" tokenauth=true;""".formatted(token.tokenInfo().tokenId(),
                token.hmacAsBase64String()));
        try (Admin admin = Admin.create(settings)) {
            admin.describeCluster().nodes().get();
        }
    }
}
