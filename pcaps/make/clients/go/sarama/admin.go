// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
	"fmt"

	"github.com/IBM/sarama"
)

// administer makes one call after another and prints what comes of each: an error is no failure, since an old broker
// does not know all of them, the oldest none.
func administer(address []string, config *sarama.Config) {
	admin, err := sarama.NewClusterAdmin(address, config)
	if err != nil {
		fmt.Println("NewClusterAdmin", err)
		return
	}
	defer admin.Close()
	const own = "sar-adm"
	retention := "60000"
	anyACL := sarama.AclFilter{
		ResourceType:              sarama.AclResourceAny,
		ResourcePatternTypeFilter: sarama.AclPatternAny,
		Operation:                 sarama.AclOperationAny,
		PermissionType:            sarama.AclPermissionAny,
	}
	calls := []struct {
		name string
		call func() error
	}{
		{"CreateTopic", func() error {
			return admin.CreateTopic(own, &sarama.TopicDetail{NumPartitions: 1, ReplicationFactor: 1}, false)
		}},
		{"ListTopics", func() error { _, err := admin.ListTopics(); return err }},
		{"DescribeTopics", func() error { _, err := admin.DescribeTopics([]string{own}); return err }},
		{"AlterConfig", func() error {
			return admin.AlterConfig(sarama.TopicResource, own, map[string]*string{"retention.ms": &retention}, false)
		}},
		{"DescribeConfig", func() error {
			_, err := admin.DescribeConfig(sarama.ConfigResource{Type: sarama.TopicResource, Name: own})
			return err
		}},
		{"CreatePartitions", func() error { return admin.CreatePartitions(own, 2, nil, false) }},
		{"ListConsumerGroups", func() error { _, err := admin.ListConsumerGroups(); return err }},
		{"DescribeConsumerGroups", func() error {
			_, err := admin.DescribeConsumerGroups([]string{groupOf(config)})
			return err
		}},
		{"ListConsumerGroupOffsets", func() error {
			_, err := admin.ListConsumerGroupOffsets(groupOf(config), nil)
			return err
		}},
		{"ListAcls", func() error { _, err := admin.ListAcls(anyACL); return err }},
		{"DeleteRecords", func() error { return admin.DeleteRecords(own, map[int32]int64{0: 0}) }},
		{"DeleteTopic", func() error { return admin.DeleteTopic(own) }},
	}
	for _, c := range calls {
		fmt.Println(c.name, c.call())
	}
}
