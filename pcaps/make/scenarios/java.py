"""Apache Kafka's own Java client and one broker 4.4.0.

SPDX-License-Identifier: GPL-2.0-or-later
"""
from lab import scenario
from lab.brokers import SCRAM_USERS

CLASSIC = {'group.id': 'g-classic', 'group.protocol': 'classic'}
CONSUMER = {'group.id': 'g-new', 'group.protocol': 'consumer'}
STREAMS = {'application.id': 'g-streams', 'group.protocol': 'streams', 'processing.guarantee': 'exactly_once_v2',
           'state.dir': '${folder}/streams'}


def fill(lab, topic, count):
    """Makes a topic with some records in it."""
    lab.java('Topics', topic)
    lab.java('Produce', topic.split(':')[0], count)


def tool(lab, name, *arguments):
    """Runs one of Kafka's own tools and returns what it printed."""
    return lab.java_main('org.apache.kafka.tools.' + name, ['--bootstrap-server', '127.0.0.1:9092', *arguments])


def share_from_start(lab, group):
    """Has a share group begin with the oldest records, which is a setting of the broker for the group."""
    tool(lab, 'ConfigCommand', '--alter', '--group', group, '--add-config', 'share.auto.offset.reset=earliest')


@scenario('java44-produce-codecs', jars='kafka-4.4')
def produce_codecs(lab):
    """Produce: records uncompressed, gzip, snappy, lz4, zstd; headers; null keys and values"""
    with lab.broker('single.properties'):
        lab.java('Topics', 'codecs:1')
        with lab.recording():
            lab.java('Produce', 'codecs', 45, 'none', 'gzip', 'snappy', 'lz4', 'zstd')


# --------------------------------------------------------------------------------------------------------------- groups
@scenario('java44-consume-classic', jars='kafka-4.4')
def consume_classic(lab):
    """a consumer group of the classic protocol, and a static member, which does not leave"""
    with lab.broker('single.properties'):
        fill(lab, 'codecs', 40)
        with lab.recording():
            lab.java('Consume', 'codecs', 40, settings=CLASSIC)
            lab.java('Consume', 'codecs', 40, settings={'group.id': 'g-static', 'group.protocol': 'classic',
                                                        'group.instance.id': 'instance-1'})


@scenario('java44-consume-kip848', jars='kafka-4.4')
def consume_kip848(lab):
    """the group protocol of KIP-848; the second time the group has offsets, and a further topic"""
    with lab.broker('single.properties'):
        fill(lab, 'codecs', 40)
        fill(lab, 'orders', 20)
        with lab.recording():
            lab.java('Consume', 'codecs', 40, settings=CONSUMER)
            lab.java('Consume', 'codecs,orders', 20, settings=CONSUMER)


@scenario('java44-txn', jars='kafka-4.4')
def transactions(lab):
    """transactions that commit and abort, the markers in the log, a reader that skips what was aborted"""
    with lab.broker('single.properties'):
        lab.java('Topics', 'orders:1', 'copies:1')
        with lab.recording():
            lab.java('Transactions', 'orders', 'copies')


@scenario('java44-streams-kip1071', jars='kafka-4.4')
def streams(lab):
    """a Streams application with the group protocol of KIP-1071 and exactly-once processing"""
    with lab.broker('single.properties'):
        fill(lab, 'codecs:1', 22)
        lab.java('Topics', 'counts:1')
        with lab.recording():
            lab.java('CountWithStreams', 'codecs', 'counts', 20, settings=STREAMS)


# ------------------------------------------------------------------------------------------------------- administration
# Settings of a broker: with an authorizer, which lets our clients do everything.
AUTHORIZER = {'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
              'super.users': 'User:ANONYMOUS'}


def prepare_for_admin(lab):
    """Makes the topics, groups and transactions that the calls of the admin client ask for."""
    fill(lab, 'codecs:2', 40)
    lab.java('Topics', 'orders:1', 'copies:1', 'counts:1')
    lab.java('Transactions', 'orders', 'copies')
    lab.java('Consume', 'codecs', 40, settings=CLASSIC)
    lab.java('Consume', 'codecs', 40, settings=CONSUMER)
    lab.java('CountWithStreams', 'codecs', 'counts', 37, settings=STREAMS)
    share_from_start(lab, 'g-share')
    lab.java('ShareConsume', 'codecs', 45, settings={'group.id': 'g-share'})


def administer(lab, log_folder):
    """Makes all calls of the admin client but those about groups; a replica is moved to this folder of broker 1."""
    lab.java('AdminCluster')
    lab.java('AdminTopics', log_folder)
    lab.java('AdminConfigs', 'codecs')
    lab.java('AdminSecurity')


@scenario('java44-admin', jars='kafka-4.4')
def admin(lab):
    """the calls of the admin client: topics, configurations, quotas, ACLs, SCRAM users, groups, the cluster"""
    with lab.broker('single.properties', AUTHORIZER) as broker:
        prepare_for_admin(lab)
        with lab.recording():
            administer(lab, broker.settings['log.dirs'])
            lab.java('AdminGroups', 'codecs', 'tx-orders')


# Settings of a broker: it takes metrics of clients, and needs the program TelemetryReceiver for that.
TAKES_METRICS = {'metric.reporters': 'TelemetryReceiver'}


def ask_for_metrics(lab):
    """Has all clients send all of their metrics every second."""
    tool(lab, 'ClientMetricsCommand', '--alter', '--name', 'everything', '--metrics', '*', '--interval', '1000')


@scenario('java44-telemetry', jars='kafka-4.4')
def telemetry(lab):
    """client metrics of KIP-714: GetTelemetrySubscriptions, PushTelemetry, at the end with Terminating"""
    with lab.broker('single.properties', TAKES_METRICS, clients=['TelemetryReceiver']) as broker:
        fill(lab, 'codecs:1', 40)
        ask_for_metrics(lab)
        with lab.recording():
            settings = {**CONSUMER, 'fetch.max.wait.ms': 1000}
            with lab.java_service('Consume', 'codecs', 41, ready=None, settings=settings) as consumer:
                broker.wait_log(r'(client metrics: (?s:.*)){3}')
                lab.java('Produce', 'codecs', 1)
                consumer.wait_end()


# --------------------------------------------------------------------------------------------------------------- logins
def login(mechanism, user, password):
    """Settings of a client that logs in on port 9094."""
    module = {'PLAIN': 'plain.Plain', 'SCRAM-SHA-256': 'scram.Scram', 'SCRAM-SHA-512': 'scram.Scram'}[mechanism]
    return {'bootstrap.servers': '127.0.0.1:9094', 'security.protocol': 'SASL_PLAINTEXT', 'sasl.mechanism': mechanism,
            'sasl.jaas.config': 'org.apache.kafka.common.security.%sLoginModule required username="%s" password="%s";'
                                % (module, user, password)}


def bearer(user):
    """The same with a token that nobody signed."""
    return {'bootstrap.servers': '127.0.0.1:9094', 'security.protocol': 'SASL_PLAINTEXT',
            'sasl.mechanism': 'OAUTHBEARER',
            'sasl.jaas.config': 'org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required '
                                'unsecuredLoginStringClaim_sub="%s";' % user}


@scenario('java44-sasl-plain-scram', jars='kafka-4.4')
def sasl_plain_scram(lab):
    """SASL on port 9094: PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512; logins that fail, a mechanism that is not offered"""
    settings = {'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512'}
    with lab.node('single.properties', 'sasl.properties', settings).format(*SCRAM_USERS):
        lab.java('Topics', 'codecs:1')
        with lab.recording('tcp port 9094'):
            lab.java('Produce', 'codecs', 10, 'none', settings=login('PLAIN', 'alice', 'alice-secret'))
            lab.java('Produce', 'codecs', 10, 'gzip', settings=login('SCRAM-SHA-256', 'alice', 'alice-secret'))
            lab.java('Consume', 'codecs', 20, settings={**CONSUMER, **login('SCRAM-SHA-512', 'alice', 'alice-secret')})
            lab.java('Login', 'refused', settings=login('PLAIN', 'bob', 'no-secret'))
            lab.java('Login', 'refused', settings=login('SCRAM-SHA-256', 'bob', 'no-secret'))
            lab.java('Login', 'refused', settings=bearer('alice'))


@scenario('java44-sasl-oauthbearer', jars='kafka-4.4')
def sasl_oauthbearer(lab):
    """SASL on port 9094: OAUTHBEARER"""
    with lab.broker('single.properties', 'sasl.properties'):
        lab.java('Topics', 'codecs:1')
        with lab.recording('tcp port 9094'):
            lab.java('Produce', 'codecs', 10, settings=bearer('alice'))


@scenario('java44-delegation-token', jars='kafka-4.4')
def delegation_token(lab):
    """delegation tokens made, shown, renewed, expired, and a login with one (port 9094)"""
    settings = {'delegation.token.secret.key': 'invented-key-of-the-lab'}
    with lab.node('single.properties', 'sasl.properties', settings).format(*SCRAM_USERS):
        with lab.recording('tcp port 9094'):
            lab.java('DelegationTokens', settings=login('SCRAM-SHA-256', 'alice', 'alice-secret'))


# ---------------------------------------------------------------------------------------------- a broker's own messages
@scenario('java44-kraft-allocate-pids', jars='kafka-4.4')
def kraft_allocate_pids(lab):
    """one node: a broker asks its controller for a block of producer ids"""
    with lab.broker('single.properties', {'broker.heartbeat.interval.ms': 1000}) as broker:
        lab.java('Topics', 'codecs:1')
        broker.stop()           # so that it has no connection yet for what it asks in a client's name
        broker.start()
        with lab.recording('tcp port 9093'):
            lab.java('Produce', 'codecs', 1)


@scenario('java44-kraft-restart-single', jars='kafka-4.4')
def kraft_restart_single(lab):
    """one node stops and starts again: the broker takes its leave, registration, heartbeats"""
    with lab.broker('single.properties') as broker:
        with lab.recording('tcp port 9093'):
            broker.stop()
            broker.start()


# ---------------------------------------------------------------------------------------------------------- release 3.9
@scenario('java39-mix', jars='kafka-3.9')
def java39(lab):
    """the Java client and broker 3.9.1: a bit of everything"""
    protocols = {'group.coordinator.rebalance.protocols': 'classic,consumer'}
    with lab.broker('single.properties', protocols) as broker:
        lab.java('Topics', 'codecs:1', 'orders:1', 'copies:1')
        with lab.recording():
            lab.java('Produce', 'codecs', 15, 'none', 'gzip', 'snappy', 'lz4', 'zstd')
            lab.java('Consume', 'codecs', 75, settings=CLASSIC)
            lab.java('Consume', 'codecs', 75, settings=CONSUMER)
            lab.java('Transactions', 'orders', 'copies')
            lab.java('AdminTopics', broker.settings['log.dirs'])
