// Sarama has Sarama call a broker as if it knew only the protocol of one release of Kafka.
//
//	sarama [-group] ADDRESS RELEASE TOPIC
//
// It sends records with each codec that the release has, reads them, in a group if that is wanted, and makes calls of
// the admin client, of which an old broker refuses some.
//
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/IBM/sarama"
)

const (
	perCodec = 5
	longest  = 20 * time.Second
)

func main() {
	log.SetFlags(0)
	inGroup := flag.Bool("group", false, "read as a member of a group")
	flag.Parse()
	if flag.NArg() != 3 {
		flag.Usage()
		os.Exit(2)
	}
	address, topic := []string{flag.Arg(0)}, flag.Arg(2)
	release, err := sarama.ParseKafkaVersion(flag.Arg(1))
	if err != nil {
		log.Fatal(err)
	}
	config := sarama.NewConfig()
	config.Version = release
	config.ClientID = "sarama-" + flag.Arg(1)
	config.ApiVersionsRequest = release.IsAtLeast(sarama.V2_4_0_0)
	config.Producer.Return.Successes = true
	config.Producer.Flush.Messages = perCodec
	config.Consumer.Offsets.Initial = sarama.OffsetOldest
	config.Consumer.MaxWaitTime = 300 * time.Millisecond

	sent, err := produce(address, topic, config)
	if err != nil {
		log.Fatal("produce: ", err)
	}
	if *inGroup {
		err = consumeInGroup(address, topic, config, sent)
	} else {
		err = consume(address, topic, config, sent)
	}
	if err != nil {
		log.Fatal("consume: ", err)
	}
	administer(address, config)
}

// produce sends a few records with each codec and returns how many there were.
func produce(address []string, topic string, config *sarama.Config) (int, error) {
	codecs := []sarama.CompressionCodec{sarama.CompressionNone, sarama.CompressionGZIP, sarama.CompressionSnappy}
	if config.Version.IsAtLeast(sarama.V0_10_0_0) {
		codecs = append(codecs, sarama.CompressionLZ4)
	}
	for _, codec := range codecs {
		compressing := *config
		compressing.Producer.Compression = codec
		producer, err := sarama.NewSyncProducer(address, &compressing)
		if err != nil {
			return 0, err
		}
		var messages []*sarama.ProducerMessage
		for i := 0; i < perCodec; i++ {
			messages = append(messages, &sarama.ProducerMessage{
				Topic: topic,
				Key:   sarama.StringEncoder(fmt.Sprint("k", i)),
				Value: sarama.StringEncoder(fmt.Sprint("sarama value ", i, " ", strings.Repeat("b", 21))),
			})
		}
		err = producer.SendMessages(messages)
		producer.Close()
		if err != nil {
			return 0, fmt.Errorf("%v: %w", codec, err)
		}
	}
	return perCodec * len(codecs), nil
}

// consume reads a number of records of partition 0.
func consume(address []string, topic string, config *sarama.Config, number int) error {
	consumer, err := sarama.NewConsumer(address, config)
	if err != nil {
		return err
	}
	defer consumer.Close()
	partition, err := consumer.ConsumePartition(topic, 0, sarama.OffsetOldest)
	if err != nil {
		return err
	}
	defer partition.Close()
	tooLate := time.After(longest)
	for i := 0; i < number; i++ {
		select {
		case <-partition.Messages():
		case <-tooLate:
			return fmt.Errorf("only %d of %d records", i, number)
		}
	}
	return nil
}

// A member of a group ends its session when it has read a number of records.
type member struct {
	wanted int
	cancel context.CancelFunc
}

func (m *member) Setup(sarama.ConsumerGroupSession) error   { return nil }
func (m *member) Cleanup(sarama.ConsumerGroupSession) error { return nil }

func (m *member) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for message := range claim.Messages() {
		session.MarkMessage(message, "")
		if m.wanted--; m.wanted == 0 {
			m.cancel()
		}
	}
	return nil
}

// consumeInGroup reads a number of records of a topic with one partition as the only member of a group.
func consumeInGroup(address []string, topic string, config *sarama.Config, number int) error {
	group, err := sarama.NewConsumerGroup(address, groupOf(config), config)
	if err != nil {
		return err
	}
	defer group.Close()
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	reader := &member{wanted: number, cancel: cancel}
	if err := group.Consume(ctx, []string{topic}, reader); err != nil {
		return err
	}
	if reader.wanted > 0 {
		return fmt.Errorf("%d of %d records are missing", reader.wanted, number)
	}
	return nil
}

func groupOf(config *sarama.Config) string {
	return "g-" + config.ClientID
}
