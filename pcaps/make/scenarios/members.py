"""What members of classic groups tell each other for the assignment of partitions, beyond what they subscribe to.

SPDX-License-Identifier: GPL-2.0-or-later
"""
from lab import scenario
from scenarios.java import fill

APPLICATION = 'counts'


def member(lab, name, endpoint, tasks):
    """An instance in a zone of its own, for `with`; it is ready once it has these tasks, a regular expression."""
    settings = {'application.id': APPLICATION, 'group.protocol': 'classic', 'client.id': name,
                'application.server': endpoint, 'client.tag.zone': 'zone-' + name, 'rack.aware.assignment.tags': 'zone',
                'num.standby.replicas': 1, 'state.dir': '${folder}/' + name, 'heartbeat.interval.ms': 2000,
                'commit.interval.ms': 60000, 'main.consumer.fetch.max.wait.ms': 5000,
                'restore.consumer.fetch.max.wait.ms': 5000, 'enable.metrics.push': 'false'}
    return lab.java_service('StreamsMember', 'words', settings=settings, ready=tasks)


@scenario('java44-streams-classic', jars='kafka-4.4')
def streams_classic(lab):
    """a Streams application, classic group protocol: what two instances with standby tasks tell each other"""
    with lab.broker('single.properties', {'offsets.topic.num.partitions': 1}):
        fill(lab, 'words:2', 30)
        with lab.recording(), member(lab, 'east', '127.0.0.1:7071', r'active \[0_0, 0_1\]') as east:
            with member(lab, 'west', '127.0.0.1:7072', r'active \[0_.\], standby \[0_.\]') as west:
                east.wait_log(r'active \[0_.\], standby \[0_.\]')
                lab.java('DescribeGroup', APPLICATION, 2)
                west.stop()
            lab.java('DescribeGroup', APPLICATION, 1)


@scenario('java44-consume-sticky', jars='kafka-4.4')
def consume_sticky(lab):
    """a consumer group with the assignor sticky: a member tells what it has when a second one comes"""
    settings = {'group.id': 'g-sticky', 'group.protocol': 'classic', 'heartbeat.interval.ms': 1000,
                'fetch.max.wait.ms': 5000,
                'partition.assignment.strategy': 'org.apache.kafka.clients.consumer.StickyAssignor'}
    with lab.broker('single.properties') as broker:
        fill(lab, 'codecs:3', 40)
        with lab.recording(), lab.java_service('Consume', 'codecs', 41, ready=None, settings=settings) as first:
            broker.wait_log('Assignment received from leader .* for group g-sticky for generation 1')
            # It waits for new records, and so is there as long as it takes to describe the group.
            with lab.java_service('Consume', 'codecs', 1, ready=None,
                                  settings={**settings, 'auto.offset.reset': 'latest'}) as second:
                lab.java('DescribeGroup', 'g-sticky', 2)
                lab.java('Produce', 'codecs', 40)
                second.wait_end()
                first.wait_end()
