// SPDX-License-Identifier: GPL-2.0-or-later
import java.util.List;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ClassicGroupDescription;
import org.apache.kafka.common.ClassicGroupState;

/** Describes a group of the classic protocol, until it is stable with so many members: GROUP MEMBERS. */
public final class DescribeGroup {
    private static final int PAUSE_MS = 2000;

    private DescribeGroup() {
    }

    public static void main(String[] arguments) throws Exception {
        String group = arguments[0];
        int members = Integer.parseInt(arguments[1]);
        try (Admin admin = Admin.create(Client.settings("client.id", "java-describe-group"))) {
            ClassicGroupDescription description = describe(admin, group);
            while (description.state() != ClassicGroupState.STABLE || description.members().size() != members) {
                Thread.sleep(PAUSE_MS);
                description = describe(admin, group);
            }
            System.out.println(description);
        }
    }

    private static ClassicGroupDescription describe(Admin admin, String group) throws Exception {
        return admin.describeClassicGroups(List.of(group)).all().get().get(group);
    }
}
