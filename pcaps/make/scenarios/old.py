"""Brokers of releases before 4.0, with ZooKeeper beside them, and clients of their time and later.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import contextlib
import re

from lab import brokers, scenario

ADDRESS = '127.0.0.1:9092'
ZOOKEEPER = '127.0.0.1:2181'
TOPIC = 'ot'
CODECS = ['none', 'gzip', 'snappy', 'lz4']


def lines(text, number):
    """The numbered lines that a console producer reads."""
    return ''.join('%s %d\n' % (text, i) for i in range(1, number + 1))


def create_topic(lab, *options):
    """Makes the topic, of one partition, by way of ZooKeeper."""
    lab.java_main('kafka.admin.TopicCommand', ['--zookeeper', ZOOKEEPER, '--create', '--topic', TOPIC,
                                               '--partitions', 1, '--replication-factor', 1, *options])


@contextlib.contextmanager
def recorded_broker(lab, *options):
    """A broker beside a ZooKeeper, for `with`: all is recorded, and the topic is made with these options."""
    with lab.zookeeper(), lab.recording(), lab.broker('old.properties') as broker:
        create_topic(lab, *options)
        yield broker


def alter_topic(lab, broker, *settings):
    """Gives the topic these settings and no others, and waits until the broker goes by them."""
    lab.java('AlterTopic', TOPIC, *settings)
    for setting in settings:
        broker.wait_log(r'Processing override .*\b' + re.escape(setting.replace('=', ' -> ')))


def console_produce(lab, codecs, number=12, jars=None):
    for codec in codecs:
        lab.java_main('kafka.tools.ConsoleProducer', ['--broker-list', ADDRESS, '--topic', TOPIC,
                                                      '--compression-codec', codec],
                      jars, stdin=lines('old java message number', number))


def console_consume(lab, number, *options):
    lab.java_main('kafka.tools.ConsoleConsumer', ['--topic', TOPIC, '--from-beginning', '--max-messages', number,
                                                  *options])


def offsets_in_kafka(lab):
    """The file with settings for a consumer of 0.8.2 that does not keep its offsets in ZooKeeper."""
    path = lab.path('consumer.properties')
    brokers.write(path, {'group.id': 'g-old', 'offsets.storage': 'kafka', 'dual.commit.enabled': 'false'})
    return path


def last_offset(lab):
    lab.java_main('kafka.tools.GetOffsetShell', ['--broker-list', ADDRESS, '--topic', TOPIC, '--time', -1])


def kcat_produce(lab, settings=(), number=8):
    for codec in CODECS:
        lab.run(['kcat', '-P', '-b', ADDRESS, '-t', TOPIC, *settings, '-X', 'linger.ms=50', '-z', codec],
                stdin=lines('kcat message', number))


def kcat_consume(lab, settings=()):
    lab.run(['kcat', '-C', '-b', ADDRESS, '-t', TOPIC, *settings, '-o', 'beginning', '-e'])


@scenario('old-0.8.2.2-java', 'kafka-0.8.2')
def java_08(lab):
    """broker 0.8.2.2 and its own clients: message format 0, the first versions of the APIs"""
    with recorded_broker(lab) as broker:
        console_produce(lab, CODECS[:3])
        console_consume(lab, 36, '--zookeeper', ZOOKEEPER)
        console_consume(lab, 36, '--zookeeper', ZOOKEEPER, '--consumer.config', offsets_in_kafka(lab))
        last_offset(lab)
        broker.stop()


@scenario('old-0.8.2.2-kcat', 'kafka-0.8.2')
def kcat_08(lab):
    """broker 0.8.2.2 and kcat, which is told so"""
    settings = ['-X', 'api.version.request=false', '-X', 'broker.version.fallback=0.8.2.2']
    with recorded_broker(lab):
        kcat_produce(lab, settings)
        kcat_consume(lab, settings)
        lab.run(['kcat', '-G', 'g-kcat', '-b', ADDRESS, *settings, TOPIC], check=False)     # no groups in this release
        lab.run(['kcat', '-L', '-b', ADDRESS, *settings])


@scenario('old-0.8.2.2-sarama', 'kafka-0.8.2', programs='go/sarama')
def sarama_08(lab):
    """broker 0.8.2.2 and Sarama, which is told so"""
    with recorded_broker(lab):
        lab.client('go/sarama', ADDRESS, '0.8.2.2', TOPIC)


@scenario('old-0.10.2.2-java', 'kafka-0.10.2')
def java_010(lab):
    """broker 0.10.2.2 and its own clients: message format 1, ApiVersions, groups; LeaderAndIsr, UpdateMetadata"""
    with recorded_broker(lab) as broker:
        console_produce(lab, CODECS)
        console_consume(lab, 48, '--bootstrap-server', ADDRESS)
        console_consume(lab, 48, '--zookeeper', ZOOKEEPER)
        lab.java_main('kafka.admin.ConsumerGroupCommand', ['--bootstrap-server', ADDRESS, '--list'])
        lab.java_main('kafka.admin.BrokerApiVersionsCommand', ['--bootstrap-server', ADDRESS])
        last_offset(lab)
        broker.stop()


@scenario('old-0.10.2.2-sarama', 'kafka-0.10.2', programs='go/sarama')
def sarama_010(lab):
    """broker 0.10.2.2 and Sarama, which is told so; StopReplica"""
    with recorded_broker(lab):
        lab.client('go/sarama', '-group', ADDRESS, '0.10.2.1', TOPIC)


@scenario('old-1.1.1-kcat', 'kafka-1.1')
def kcat_11(lab):
    """broker 1.1.1: record batches; ApiVersions v3, which that broker does not know (error 35 in a v0 body)"""
    with recorded_broker(lab):
        kcat_produce(lab)
        kcat_consume(lab)
        lab.run(['kcat', '-G', 'g-kcat', '-b', ADDRESS, '-X', 'auto.offset.reset=earliest', '-e', TOPIC])
        lab.run(['kcat', '-L', '-b', ADDRESS])


@scenario('old-1.1.1-sarama', 'kafka-1.1', programs='go/sarama')
def sarama_11(lab):
    """broker 1.1.1: a client that speaks what it is told to"""
    with recorded_broker(lab):
        lab.client('go/sarama', '-group', ADDRESS, '1.1.1', TOPIC)


@scenario('old-1.1.1-mixed-formats', 'kafka-1.1 kafka-0.8.2 kafka-0.10.2')
def mixed_formats(lab):
    """broker 1.1.1: message formats 0, 1 and record batches in one log and in one field; batches that are cut"""
    with recorded_broker(lab, '--config', 'message.format.version=0.8.2') as broker:
        console_produce(lab, CODECS, 3, jars='kafka-0.8.2')
        alter_topic(lab, broker, 'message.format.version=0.10.2')
        console_produce(lab, CODECS, 3, jars='kafka-0.10.2')
        alter_topic(lab, broker, 'message.format.version=0.10.2', 'message.timestamp.type=LogAppendTime')
        console_produce(lab, ['gzip'], 3, jars='kafka-0.10.2')
        alter_topic(lab, broker, 'message.format.version=1.1')
        kcat_produce(lab, number=3)
        kcat_consume(lab)
        kcat_consume(lab, ['-X', 'fetch.message.max.bytes=500'])
