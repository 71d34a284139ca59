// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

const perCodec = 15

var codecs = []struct {
	name  string
	codec kgo.CompressionCodec
}{
	{"none", kgo.NoCompression()},
	{"gzip", kgo.GzipCompression()},
	{"snappy", kgo.SnappyCompression()},
	{"lz4", kgo.Lz4Compression()},
	{"zstd", kgo.ZstdCompression()},
}

// produce sends a batch with each codec, each from a client of its own.
func produce(ctx context.Context, options []kgo.Opt) error {
	for _, c := range codecs {
		client, err := kgo.NewClient(append(options,
			kgo.DefaultProduceTopic(topic), kgo.ProducerBatchCompression(c.codec))...)
		if err != nil {
			return err
		}
		var records []*kgo.Record
		for i := 0; i < perCodec; i++ {
			records = append(records, &kgo.Record{
				Key:     fmt.Appendf(nil, "k%d", i),
				Value:   fmt.Appendf(nil, "franz %s %d %s", c.name, i, strings.Repeat("a", 32)),
				Headers: []kgo.RecordHeader{{Key: "h", Value: []byte("v")}},
			})
		}
		err = client.ProduceSync(ctx, records...).FirstErr()
		client.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// transact commits a transaction of one record.
func transact(ctx context.Context, options []kgo.Opt) error {
	client, err := kgo.NewClient(append(options, kgo.DefaultProduceTopic(topic), kgo.TransactionalID("franz-tx"))...)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := client.BeginTransaction(); err != nil {
		return err
	}
	if err := client.ProduceSync(ctx, &kgo.Record{Value: []byte("tx")}).FirstErr(); err != nil {
		return err
	}
	return client.EndTransaction(ctx, kgo.TryCommit)
}

// An answered is a hook that closes a channel when the broker has answered a request of one kind.
type answered struct {
	key  int16
	once sync.Once
	done chan struct{}
}

func (a *answered) OnBrokerRead(_ kgo.BrokerMetadata, key int16, _ int, _, _ time.Duration, err error) {
	if key == a.key && err == nil {
		a.once.Do(func() { close(a.done) })
	}
}

// consume reads in a group what produce has sent, stays until a heartbeat was answered, commits and leaves.
func consume(ctx context.Context, options []kgo.Opt) error {
	heartbeat := &answered{key: int16(kmsg.Heartbeat), done: make(chan struct{})}
	client, err := kgo.NewClient(append(options,
		kgo.ConsumerGroup("g-franz"), kgo.ConsumeTopics(topic), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.FetchMaxWait(300*time.Millisecond), kgo.HeartbeatInterval(time.Second), kgo.WithHooks(heartbeat))...)
	if err != nil {
		return err
	}
	defer client.Close()
	for count := 0; count < perCodec*len(codecs); {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			return err
		}
		count += fetches.NumRecords()
	}
	select {
	case <-heartbeat.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := client.CommitUncommittedOffsets(ctx); err != nil {
		return err
	}
	return client.LeaveGroupContext(ctx)
}
