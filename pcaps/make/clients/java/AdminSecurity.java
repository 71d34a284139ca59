// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.List;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialDeletion;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.UnsupportedByAuthenticationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;

/** What an administrator does with ACLs and SCRAM credentials; delegation tokens are refused without a login. */
public final class AdminSecurity {
    private AdminSecurity() {
    }

    public static void main(String[] arguments) throws Exception {
        try (Admin admin = Admin.create(Client.settings("client.id", "java-admin"))) {
            acls(admin);
            credentials(admin);
            Client.fails(UnsupportedByAuthenticationException.class,
                    () -> admin.createDelegationToken().delegationToken().get());
            Client.fails(UnsupportedByAuthenticationException.class,
                    () -> admin.describeDelegationToken().delegationTokens().get());
        }
    }

    private static void acls(Admin admin) throws Exception {
        AclBinding read = new AclBinding(new ResourcePattern(ResourceType.TOPIC, "adm-", PatternType.PREFIXED),
                new AccessControlEntry("User:bob", "*", AclOperation.READ, AclPermissionType.ALLOW));
        AclBinding deny = new AclBinding(new ResourcePattern(ResourceType.GROUP, "secret", PatternType.LITERAL),
                new AccessControlEntry("User:bob", "127.0.0.1", AclOperation.ALL, AclPermissionType.DENY));
        admin.createAcls(List.of(read, deny)).all().get();
        admin.describeAcls(AclBindingFilter.ANY).values().get();
        admin.describeAcls(new AclBindingFilter(
                new ResourcePatternFilter(ResourceType.TOPIC, "adm-topic", PatternType.MATCH),
                AccessControlEntryFilter.ANY)).values().get();
        admin.deleteAcls(List.of(read.toFilter(), deny.toFilter())).all().get();
    }

    private static void credentials(Admin admin) throws Exception {
        admin.alterUserScramCredentials(List.of(
                new UserScramCredentialUpsertion("carol",
                        new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, 4096), "carol-secret"),
                new UserScramCredentialUpsertion("dave",
                        new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 8192), "dave-secret"))).all().get();
        admin.describeUserScramCredentials().all().get();
        admin.alterUserScramCredentials(List.of(
                new UserScramCredentialDeletion("dave", ScramMechanism.SCRAM_SHA_512))).all().get();
    }
}
