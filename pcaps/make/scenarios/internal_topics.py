"""What brokers keep in topics of their own.

SPDX-License-Identifier: GPL-2.0-or-later
"""
from lab import scenario
from scenarios.java import CLASSIC, CONSUMER, STREAMS, fill, share_from_start, tool

SETTINGS = {
    # A transactional id is forgotten, with a tombstone, five seconds after it was used.
    'transactional.id.expiration.ms': 5000,
    'transaction.remove.expired.transaction.cleanup.interval.ms': 500,
    # An update of a share group's state, then a snapshot.
    'share.coordinator.snapshot.update.records.per.snapshot': 1,
}
STATIC = {'group.instance.id': 'instance-1',
          'partition.assignment.strategy': 'org.apache.kafka.clients.consumer.CooperativeStickyAssignor'}
IN_A_RACK = {'client.rack': 'rack-a'}
WITH_ADDRESS = {'application.server': '127.0.0.1:7070', 'client.tag.zone': 'zone-a'}


@scenario('java44-internal-topics', jars='kafka-4.4')
def internal_topics(lab):
    """`__consumer_offsets`, `__transaction_state`, `__share_group_state` read from beginning to end"""
    with lab.broker('single.properties', SETTINGS):
        fill(lab, 'orders:2', 22)
        fill(lab, 'doomed:1', 3)
        lab.java('Topics', 'payments:1', 'copies:1', 'counts:1')
        use_groups(lab)
        lab.java('AdminGroups', 'orders', 'tx-payments')
        lab.java('Transactions', 'payments', 'copies')
        leave_tombstones(lab)
        with lab.recording():
            lab.java('ReadTopics', '__consumer_offsets', '__transaction_state', '__share_group_state')


def use_groups(lab):
    """Groups of each protocol read and commit."""
    lab.java('Consume', 'orders,doomed', 25, settings={**CLASSIC, **STATIC})
    lab.java('Consume', 'orders', 22, settings={**CONSUMER, **IN_A_RACK})
    lab.java('ConsumePattern', 'ord.*', 22, settings={'group.id': 'g-pattern'})
    mix_protocols(lab)
    share_from_start(lab, 'g-share')
    lab.java('ShareConsume', 'orders', 25, settings={'group.id': 'g-share'})
    lab.java('CountWithStreams', 'orders', 'counts', 20, settings={**STREAMS, **WITH_ADDRESS})


def mix_protocols(lab):
    """A member with the classic protocol joins a group of KIP-848, whose other member waits for more than there is."""
    group = {'group.id': 'g-mixed'}
    with lab.java_service('Consume', 'orders', 1000, ready='read: 22', settings={**CONSUMER, **group}):
        lab.java('Consume', 'orders', 1, settings={**CLASSIC, **group})


def leave_tombstones(lab):
    """A topic goes, and with it the offsets in it; two groups go; transactional ids are forgotten."""
    tool(lab, 'TopicCommand', '--delete', '--topic', 'doomed')
    tool(lab, 'consumer.group.ConsumerGroupCommand', '--delete', '--group', 'g-pattern')
    tool(lab, 'streams.StreamsGroupCommand', '--delete', '--group', 'g-streams')
    lab.wait_until(lambda: len(tool(lab, 'TransactionsCommand', 'list').strip().split('\n')) == 1,
                   'no transactional id', seconds=60)
