#!/usr/bin/env python3
"""Has kafka-python send with each codec, read in a group, and make calls of the admin client.

    main.py ADDRESS

SPDX-License-Identifier: GPL-2.0-or-later
"""
import sys

from kafka import KafkaConsumer, KafkaProducer
from kafka.admin import ConfigResource, ConfigResourceType, KafkaAdminClient, NewTopic

TOPIC = 'cli'
GROUP = 'g-kpy'
CODECS = [None, 'gzip', 'snappy', 'lz4', 'zstd']
PER_CODEC = 20


def produce(address):
    for codec in CODECS:
        producer = KafkaProducer(bootstrap_servers=address, compression_type=codec, linger_ms=20,
                                 client_id='kafka-python-%s' % codec)
        for i in range(PER_CODEC):
            producer.send(TOPIC, key=b'k%d' % i, value=b'value %d ' % i * 5, headers=[('h', b'x')])
        producer.flush()
        producer.close()


def consume(address):
    """Reads all, waits for more until the group has had a heartbeat, commits and leaves."""
    consumer = KafkaConsumer(TOPIC, bootstrap_servers=address, group_id=GROUP, auto_offset_reset='earliest',
                             consumer_timeout_ms=1500, heartbeat_interval_ms=1000, client_id='kpy-c')
    count = sum(1 for _ in consumer)
    if count != PER_CODEC * len(CODECS):
        sys.exit('%d records read' % count)
    consumer.commit()
    consumer.end_offsets(consumer.assignment())
    consumer.close()


def administer(address):
    admin = KafkaAdminClient(bootstrap_servers=address)
    own = 'kpy-adm'
    admin.create_topics([NewTopic(own, 2, 1)])
    admin.describe_topics([own])
    admin.describe_cluster()
    admin.list_groups()
    admin.describe_groups([GROUP])
    admin.list_group_offsets(GROUP)
    admin.describe_configs([ConfigResource(ConfigResourceType.TOPIC, own)])
    admin.delete_topics([own])
    admin.close()


def main():
    address = sys.argv[1]
    produce(address)
    consume(address)
    administer(address)


if __name__ == '__main__':
    main()
