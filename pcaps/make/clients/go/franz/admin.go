// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
	"context"
	"fmt"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// administer makes one call after another of the admin client; what produce and consume have made must be there.
func administer(ctx context.Context, options []kgo.Opt) error {
	client, err := kgo.NewClient(options...)
	if err != nil {
		return err
	}
	defer client.Close()
	admin := kadm.NewClient(client)
	const own = "franz-adm"
	retention := []kadm.AlterConfig{{Op: kadm.SetConfig, Name: "retention.ms", Value: kadm.StringPtr("1234567")}}
	var topics kadm.TopicsSet
	topics.Add(topic, 0)
	calls := []struct {
		name string
		call func() error
	}{
		{"CreateTopic", func() error { _, err := admin.CreateTopic(ctx, 2, 1, nil, own); return err }},
		{"DescribeTopicConfigs", func() error { _, err := admin.DescribeTopicConfigs(ctx, own); return err }},
		{"ListGroups", func() error { _, err := admin.ListGroups(ctx); return err }},
		{"DescribeGroups", func() error { _, err := admin.DescribeGroups(ctx, "g-franz"); return err }},
		{"FetchOffsets", func() error { _, err := admin.FetchOffsets(ctx, "g-franz"); return err }},
		{"ListEndOffsets", func() error { _, err := admin.ListEndOffsets(ctx, topic); return err }},
		{"BrokerMetadata", func() error { _, err := admin.BrokerMetadata(ctx); return err }},
		{"DescribeAllLogDirs", func() error { _, err := admin.DescribeAllLogDirs(ctx, nil); return err }},
		{"ListPartitionReassignments", func() error { _, err := admin.ListPartitionReassignments(ctx, topics); return err }},
		{"DescribeClientQuotas", func() error { _, err := admin.DescribeClientQuotas(ctx, false, nil); return err }},
		{"DescribeUserSCRAMs", func() error { _, err := admin.DescribeUserSCRAMs(ctx); return err }},
		{"DescribeProducers", func() error { _, err := admin.DescribeProducers(ctx, topics); return err }},
		{"ListTransactions", func() error { _, err := admin.ListTransactions(ctx, nil, nil); return err }},
		{"OffsetForLeaderEpoch", func() error {
			_, err := admin.OffsetForLeaderEpoch(ctx, kadm.OffsetForLeaderEpochRequest{topic: {0: 0}})
			return err
		}},
		{"AlterTopicConfigs", func() error { _, err := admin.AlterTopicConfigs(ctx, retention, own); return err }},
		{"CreatePartitions", func() error { _, err := admin.CreatePartitions(ctx, 1, own); return err }},
		{"DeleteTopic", func() error { _, err := admin.DeleteTopic(ctx, own); return err }},
	}
	for _, c := range calls {
		if err := c.call(); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}
