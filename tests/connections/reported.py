#!/usr/bin/env python3
"""What people reported about connections as tools of this kind show them, with the captures in pcaps/cases/.

Each in one pass and in two. The same captures are looked at in any order by order.py, and what needs no capture of its
own is in tests/cases/ (connections, sasl, topics).

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkatest

# capture: (what was reported, field -> its values frame by frame: in each frame those of its messages)
REPORTED = {
    '02-apiversions-v3-req-v0-err35-resp': (
        'ApiVersions v3 answered in version 0', {
            'kafka.api_versions_response.error_code': [[], ['35']],
            'kafka.api_versions_response.api_version.api_key': [[], ['18']],
            'kafka.api_versions_response.api_version.min_version': [[], ['0']],
            'kafka.api_versions_response.api_version.max_version': [[], ['2']],
            'kafka.request_frame': [[], ['1']]}),
    '04-sasl-handshake-v0-raw-plain': (
        'tokens without headers after a handshake of version 0', {
            'kafka.sasl.user': [[], [], ['alice'], [], [], []],
            'kafka.sasl.password': [[], [], ['alice-secret'], [], [], []],
            'kafka.sasl.token': [[], [], ['00616c69636500616c6963652d736563726574'], [''], [], []],
            'kafka.request_frame': [[], ['1'], [], ['3'], [], ['5']],
            'kafka.api_key': [['17'], ['17'], [], [], ['18'], ['18']],
            'kafka.undecoded': [[]] * 6}),
    '10-produce-v9-acks1': (
        'acks looked for where the transactional id is', {
            'kafka.produce_request.acks': [['1'], []],
            'kafka.request_frame': [[], ['1']],
            'kafka.time': [[], ['0.001000000']]}),
    '12-pipelined-3-in-1-segment': (
        'several messages in one segment', {
            'kafka.api_key': [['12'] * 3, ['12'] * 3],
            'kafka.request_frame': [[], ['1'] * 3],
            'kafka.heartbeat_response.error_code': [[], ['27'] * 3],
            '_ws.col.Info': [[' | '.join(['Heartbeat v0 Request group=g client=cli'] * 3)],
                             [' | '.join(['Heartbeat v0 Response REBALANCE_IN_PROGRESS'] * 3)]]}),
    '14-port-19092': (
        'Kafka on another port', {
            'kafka.api_key': [['18'], ['18']],
            'kafka.request_frame': [[], ['1']],
            'frame.protocols': [['eth:ethertype:ip:tcp:kafka']] * 2}),
    '16-metadata-v12-then-fetch-v13-topicid': (
        'a topic shown as its id', {
            'kafka.topic_name': [[], ['orders'], ['orders'], ['orders']],
            'kafka.topic_id.name': [[], [], ['orders'], ['orders']],
            'kafka.request_frame': [[], ['1'], [], ['3']]}),
}


def main():
    report = kafkatest.Report()
    for name, (what, fields) in REPORTED.items():
        path = os.path.join(kafkatest.ROOT, 'pcaps', 'cases', name + '.pcap')
        chosen = [argument for field in fields for argument in ('-e', field)]
        for passes in ((), ('-2',)):
            text = kafkatest.tshark(*passes, '-r', path, '-T', 'fields', '-E', 'aggregator=\x1f', *chosen)
            rows = [line.replace('<MISSING>', '').split('\t') for line in text.split('\n')[:-1]]
            for column, (field, wanted) in enumerate(fields.items()):
                shown = [row[column].split('\x1f') if row[column] else [] for row in rows]
                wanted = [[value for value in frame if value] for frame in wanted]
                report.check(shown == wanted, '%s %s (%s): %s is %s, not %s' % (
                    name, passes, what, field, shown, wanted))
    report.end()


if __name__ == '__main__':
    main()
