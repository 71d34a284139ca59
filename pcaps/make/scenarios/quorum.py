"""Controllers (ports 9093, 9193, 9293) and brokers (9092, 9192, 9292) 4.4.0 among themselves.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import contextlib
import os

from lab import brokers, scenario
from scenarios.java import AUTHORIZER, CLASSIC, administer, fill, share_from_start

JARS = 'kafka-4.4'
ALL_PORTS = 'tcp portrange 9092-9293'
QUORUM_TOOL = 'org.apache.kafka.tools.MetadataQuorumCommand'
ONE_REPLICA = {setting: 1 for setting in (
    'default.replication.factor', 'offsets.topic.replication.factor', 'transaction.state.log.replication.factor',
    'share.coordinator.state.topic.replication.factor')}
FIXED_VOTERS = {'controller.quorum.bootstrap.servers': None,
                'controller.quorum.voters': '1@127.0.0.1:9093,2@127.0.0.1:9193,3@127.0.0.1:9293'}
SNAPSHOTS = {'metadata.log.max.record.bytes.between.snapshots': 2000, 'metadata.log.max.snapshot.interval.ms': 5000,
             'metadata.max.retention.bytes': 4000}


@scenario('java44-quorum-form', JARS)
def form(lab):
    """three nodes come up: Vote, BeginQuorumEpoch, Fetch of __cluster_metadata"""
    with lab.recording(ALL_PORTS), lab.quorum('quorum.properties'):
        pass


@scenario('java44-quorum-join-snapshot', JARS)
def join_with_snapshot(lab):
    """a node joins, gets a snapshot, and becomes a voter: FetchSnapshot, AddRaftVoter; begins within connections"""
    with lab.quorum('quorum.properties', SNAPSHOTS, nodes=(1, 2)) as nodes:
        for i in range(3):
            lab.java('Topics', 'topic-%d:3:2' % i)
        for node in nodes.values():
            node.wait_log(r'__cluster_metadata-0.* Incremented log start offset', seconds=150)
        newcomer = lab.node('quorum.properties', SNAPSHOTS, {'controller.quorum.auto.join.enable': 'true'}, number=3)
        newcomer.format('--no-initial-controllers')
        with lab.recording(ALL_PORTS), newcomer:
            newcomer.wait_log('Latest set of voters .*:9293')


@scenario('java44-quorum-updatevoter', JARS)
def update_voter(lab):
    """a voter moves to another port, and is removed: UpdateRaftVoter, RemoveRaftVoter; begins within connections"""
    moved = {'listeners': 'PLAINTEXT://127.0.0.1:9292,CONTROLLER://127.0.0.1:9393'}
    moved['advertised.listeners'] = moved['listeners']
    with lab.quorum('quorum.properties') as nodes:
        lab.java('Topics', 'repl:3:3')
        nodes[3].stop()
        lab.java('Topics', 'late:1:3')
        nodes[3].configure('quorum.properties', moved)
        with lab.recording(ALL_PORTS):
            nodes[3].start()
            nodes[3].wait_log('Latest set of voters .*:9393')
            lab.java_main(QUORUM_TOOL, ['--bootstrap-controller', '127.0.0.1:9093', 'remove-controller',
                                        '--controller-id', 3, '--controller-directory-id', brokers.directory(3)])


@scenario('java44-quorum-admin-envelope', JARS)
def envelope(lab):
    """admin calls that a broker passes on to the controller: Envelope; begins within connections"""
    with lab.quorum('quorum.properties', FIXED_VOTERS, ONE_REPLICA, AUTHORIZER) as nodes:
        fill(lab, 'codecs:2', 40)
        with lab.recording(ALL_PORTS):
            administer(lab, os.path.join(nodes[1].data, 'b'))


@scenario('java44-quorum-reassign-logdirs', JARS)
def reassign(lab):
    """partitions moved between brokers and log directories: AlterPartitionReassignments, AssignReplicasToDirs"""
    with lab.quorum('quorum.properties') as nodes:
        fill(lab, 'repl:2:2', 20)
        with lab.recording(ALL_PORTS):
            lab.java('Reassign', 'repl', *(os.path.join(node.data, 'b') for node in nodes.values()))


@contextlib.contextmanager
def two_brokers(lab):
    """Two brokers, for `with`, and as node 3 a controller, so that it minds nothing if one of them is killed."""
    settings = ['quorum.properties', {'controller.quorum.bootstrap.servers': None,
                                      'controller.quorum.voters': '3@127.0.0.1:9293',
                                      'replica.fetch.wait.max.ms': 4000, 'replica.lag.time.max.ms': 20000,
                                      'offsets.topic.num.partitions': 1, 'transaction.state.log.num.partitions': 1,
                                      'share.coordinator.state.topic.num.partitions': 1}]
    controller = {'process.roles': 'controller', 'listeners': 'CONTROLLER://127.0.0.1:${controller_port}',
                  'advertised.listeners': None, 'inter.broker.listener.name': None}
    broker = {'process.roles': 'broker', 'listeners': 'PLAINTEXT://127.0.0.1:${broker_port}',
              'advertised.listeners': None}
    with lab.node(*settings, controller, number=3), \
            lab.node(*settings, broker, number=1) as first, lab.node(*settings, broker, number=2) as second:
        yield first, second


def lose_records(lab, leader, follower):
    """Has the leader of `ledger` take records that the follower does not get, and die; then the follower leads."""
    with follower.paused():
        lab.java('Produce', 'ledger', 2, 'none', 'gzip', settings={'acks': 1, 'enable.idempotence': 'false'})
        leader.stop(kill=True)
    follower.wait_log('Leader ledger-0 .* starts at leader epoch 1')
    lab.java('Produce', 'ledger', 2, settings={'bootstrap.servers': '127.0.0.1:9192'})
    leader.start()
    follower.wait_log(r'become-leader state change for ledger-0 .*isr=\[(1, 2|2, 1)\].* leaderEpoch=1,')


@scenario('java44-replica-fetch', JARS)
def replica_fetch(lab):
    """followers that fetch users' and internal topics; a broker dies, what only it had is cut off (9092, 9192)"""
    with two_brokers(lab) as (first, second):
        share_from_start(lab, 'g-share')
        with lab.recording('tcp port 9092 or tcp port 9192'):
            lab.java('Topics', 'repl:2:2', 'orders:1:2', 'copies:1:2', 'ledger@1,2')
            lab.java('Produce', 'repl', 12, 'none', 'zstd')
            lab.java('Transactions', 'orders', 'copies')
            lab.java('ShareConsume', 'repl', 24, settings={'group.id': 'g-share'})
            lab.java('Produce', 'ledger', 4)
            lab.java('Consume', 'ledger', 4, settings=CLASSIC)
            lose_records(lab, first, second)
            lab.java('Consume', 'ledger', 2, settings=CLASSIC)      # its Metadata names all topics' ids
