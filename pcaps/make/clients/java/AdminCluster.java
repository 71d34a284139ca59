// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.RaftVoterEndpoint;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** What an administrator asks and tells a cluster of one node whose voters are fixed. */
public final class AdminCluster {
    private static final String METADATA = "metadata.version";

    private AdminCluster() {
    }

    public static void main(String[] arguments) throws Exception {
        try (Admin admin = Admin.create(Client.settings("client.id", "java-admin"))) {
            admin.describeCluster(new DescribeClusterOptions().includeAuthorizedOperations(true)).nodes().get();
            admin.describeCluster(new DescribeClusterOptions().includeFencedBrokers(true)).nodes().get();
            features(admin);
            admin.describeMetadataQuorum().quorumInfo().get();
            Client.fails(BrokerIdNotRegisteredException.class, () -> admin.unregisterBroker(77).all().get());
            voters(admin);
        }
    }

    private static void features(Admin admin) throws Exception {
        short level = admin.describeFeatures().featureMetadata().get().finalizedFeatures().get(METADATA)
                .maxVersionLevel();
        admin.updateFeatures(Map.of(METADATA, new FeatureUpdate(level, FeatureUpdate.UpgradeType.UPGRADE)),
                new UpdateFeaturesOptions().validateOnly(true)).all().get();
    }

    private static void voters(Admin admin) throws Exception {
        Set<RaftVoterEndpoint> endpoints = Set.of(new RaftVoterEndpoint("CONTROLLER", "127.0.0.1", 9193));
        Client.fails(UnsupportedVersionException.class,
                () -> admin.addRaftVoter(9, Uuid.randomUuid(), endpoints).all().get());
        Client.fails(UnsupportedVersionException.class,
                () -> admin.removeRaftVoter(9, Uuid.randomUuid()).all().get());
    }
}
