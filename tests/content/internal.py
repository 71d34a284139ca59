#!/usr/bin/env python3
"""Are the records of Kafka's own topics read, also where they are not what they should be?

What such records are is checked against Kafka's classes elsewhere (oracle/check.py data). Here: types and versions that
nobody knows, tombstones, octets that are something else, values without a key, and a snapshot that comes in pieces.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import struct
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
sys.path.insert(0, os.path.join(HERE, '..', 'oracle'))
import archive
import kafkatest
from guests import produce, string

NOTE = 'kafka.expert.unknown_content'
OFFSETS, METADATA = '__consumer_offsets', '__cluster_metadata'
COMMIT_KEY = bytes.fromhex('0001') + string('g') + string('orders') + struct.pack('>i', 3)
COMMIT = bytes.fromhex('0001') + struct.pack('>q', 42) + string('') + struct.pack('>qq', 1700000000000, -1)
MEMBER_KEY = bytes.fromhex('0005') + string('g') + string('m')
# A ConsumerGroupMemberMetadataValue: null in a tagged field is 0, and not -1 as in other fields.
MEMBER = bytes.fromhex('0000' '01010101' '02' '01' '01' '00000000' '01' '01' '00' '01' '00')
GROUP_KEY = bytes.fromhex('0002') + string('g')
# A ConsumerProtocolSubscription v0 without user data, and the GroupMetadataValue v0 of a group with one such member.
SUBSCRIPTION = bytes.fromhex('0000' '00000001') + string('orders') + bytes.fromhex('ffffffff')
GROUP = (bytes.fromhex('0000') + string('consumer') + struct.pack('>i', 1) + string('range') + string('m') +
         struct.pack('>i', 1) + string('m') + string('c') + string('/10.0.0.1') + struct.pack('>i', 30000) +
         struct.pack('>i', len(SUBSCRIPTION)) + SUBSCRIPTION + struct.pack('>i', 0))
TOPIC = bytes.fromhex('010200') + b'\7orders' + bytes(range(16)) + b'\0'

# Name -> topic, key, value, {field: values}, what a note says; None: there must be none.
RECORDS = {
    'commit': (OFFSETS, COMMIT_KEY, COMMIT, {
        'kafka.content.type': ['1'], 'kafka.offset_commit_key.group': ['g'], 'kafka.offset_commit_value.offset': ['42'],
    }, None),
    'group': (OFFSETS, GROUP_KEY, GROUP, {
        'kafka.group_metadata_value.member_metadata.member_id': ['m'],
        'kafka.consumer_protocol_subscription.topics': ['orders'],
    }, None),
    'tombstone': (OFFSETS, COMMIT_KEY, None, {'kafka.offset_commit_key.topic': ['orders']}, None),
    'null struct in a tagged field': (OFFSETS, MEMBER_KEY, MEMBER, {
        'kafka.consumer_group_member_metadata_value': [''], 'kafka.struct_marker': ['0']}, None),
    'unknown type': (OFFSETS, b'\3\xe7abc', COMMIT, {'kafka.content.type': []}, 'type 999'),
    'negative type': (OFFSETS, b'\xff\xffabc', COMMIT, {'kafka.content.type': []}, 'type -1'),
    'unknown version': (OFFSETS, COMMIT_KEY, b'\0\x63' + COMMIT[2:], {'kafka.content.version': []}, 'v99'),
    'value that is too short': (OFFSETS, COMMIT_KEY, COMMIT[:-1], {'kafka.content.version': []}, 'OffsetCommitValue'),
    'value that is too long': (OFFSETS, COMMIT_KEY, COMMIT + b'\0', {'kafka.content.version': []}, 'OffsetCommitValue'),
    'one octet': (OFFSETS, COMMIT_KEY, b'\0', {'kafka.content.version': []}, 'Too short'),
    'key of one octet': (OFFSETS, b'\0', COMMIT, {'kafka.content.type': []}, 'Too short'),
    'no key': (OFFSETS, None, COMMIT, {'kafka.content.version': []}, 'no key'),
    'length beyond the value': (OFFSETS, COMMIT_KEY, b'\0\1' + bytes(8) + b'\x7f\xff', {}, 'OffsetCommitValue'),
    'topic': (METADATA, None, TOPIC, {
        'kafka.content.frame_version': ['1'], 'kafka.content.type': ['2'], 'kafka.topic_record.name': ['orders'],
    }, None),
    'unknown framing': (METADATA, None, b'\2' + TOPIC[1:], {'kafka.content.type': []}, METADATA),
    'unknown record': (METADATA, None, b'\1\xe7\7\0abc', {'kafka.content.type': []}, 'type 999'),
    'unknown version of a record': (METADATA, None, b'\1\2\x63' + TOPIC[3:], {'kafka.content.type': []}, 'v99'),
    'varints without an end': (METADATA, None, b'\xff' * 12, {'kafka.content.type': []}, METADATA),
    'cut topic': (METADATA, None, TOPIC[:-1], {'kafka.topic_record.name': []}, 'TopicRecord'),
    'like a topic of Kafka': ('_consumer_offsets', COMMIT_KEY, COMMIT, {'kafka.content.type': []}, None),
}


def check_record(report, name, layer):
    topic, key, value, fields, note = RECORDS[name]
    for part, content in (('key', key), ('value', value)):
        fields = dict(fields, **{'kafka.record.' + part: [(content or b'').hex(':')]})
    for field, expected in fields.items():
        shown = [item.show for item in layer.find(field)]
        report.check(shown == expected, '%s: %s is %s, not %s' % (name, field, shown, expected))
    notes = [item.label for item in layer.find(NOTE)]
    report.check(any(note in text for text in notes) if note else not notes, '%s: the notes are %s' % (name, notes))


# --------------------------------------------------------------------------------------------------------- snapshots
def uvarint(number):
    octets = bytearray()
    while number > 127:
        octets.append(number & 127 | 128)
        number >>= 7
    return bytes(octets) + bytes((number,))


def compact(content):
    return uvarint(len(content) + 1) + content


def fetch_snapshot(number, position):
    """A FetchSnapshot v0 request for a piece of the snapshot 100-7 of the metadata."""
    partition = struct.pack('>iiqi', 0, -1, 100, 7) + b'\0' + struct.pack('>q', position) + b'\0'
    topic = compact(METADATA.encode()) + b'\2' + partition + b'\0'
    return (struct.pack('>hhi', 59, 0, number) + string('c') + b'\0' + struct.pack('>ii', 1, 1000) + b'\2' + topic +
            b'\0')


def snapshot_piece(number, size, position, octets):
    partition = (struct.pack('>ihqi', 0, 0, 100, 7) + b'\0' + struct.pack('>qq', size, position) + compact(octets) +
                 b'\0')
    topic = compact(METADATA.encode()) + b'\2' + partition + b'\0'
    return struct.pack('>i', number) + b'\0' + struct.pack('>ih', 0, 0) + b'\2' + topic + b'\0'


def snapshot():
    """A whole snapshot written by Kafka, and the offsets of its records as Kafka reads them."""
    with tempfile.TemporaryDirectory() as rundir:
        archive.unpack(os.path.join(kafkatest.ROOT, 'pcaps', 'oracle', 'data.tar.xz'), rundir)
        with open(os.path.join(rundir, 'cases.jsonl'), encoding='utf-8') as cases, \
                open(os.path.join(rundir, 'ops.jsonl'), encoding='utf-8') as ops:
            for case, row in zip(map(json.loads, cases), map(json.loads, ops)):
                if case['api'] == 'FetchSnapshot' and case['dir'] == 'response':
                    start, size = next(op[:2] for op in row['ops'] if op[2] == 'Records')
                    batches = case['records'][0]['batches']
                    offsets = [record['offset'] for batch in batches for record in batch['records']]
                    return bytes.fromhex(case['hex'])[start:start + size], offsets
    return None


def check_snapshot(report, folder):
    whole, offsets = snapshot()
    cuts = [0, 1, 100, 4000, 4001, len(whole)]          # within the first header, and elsewhere within batches
    capture = kafkatest.Capture()
    frames = []
    for i, (start, end) in enumerate(zip(cuts, cuts[1:])):
        # Each has a connection of its own: pieces belong together by the snapshot, not by where they came through.
        connection = capture.connection(9092)
        connection.request(fetch_snapshot(i, start))
        frames.append(connection.response(snapshot_piece(i, len(whole), start, whole[start:end])))
    connection.request(fetch_snapshot(99, 0))
    alone = connection.response(snapshot_piece(99, len(whole) + 1, 0, whole[:5000]))
    path = os.path.join(folder, 'snapshot.pcap')
    capture.write(path)
    packets = kafkatest.packets(path)

    last = packets[frames[-1] - 1].messages()[0].find('kafka.snapshot')
    if report.check(len(last) == 1, 'the snapshot is not put together'):
        shown = [int(item.show) for item in last[0].find('kafka.record.offset')]
        report.check(shown == offsets, 'the snapshot has the records %s, not %s' % (shown, offsets))
        report.check(not last[0].find('kafka.expert.partial_batch'), 'the snapshot has partial batches')
        report.check(len(last[0].find('kafka.topic_record.name')) > 0, 'the snapshot has no topics')
    for frame in frames[:-1]:
        layer = packets[frame - 1].messages()[0]
        report.check([item.show for item in layer.find('kafka.snapshot.reassembled_in')] == [str(frames[-1])],
                     'frame %d does not say where the snapshot is put together' % frame)
        report.check(not layer.find('kafka.snapshot'), 'frame %d has a snapshot' % frame)
    report.check(not packets[alone - 1].messages()[0].find('kafka.snapshot'), 'one of several pieces is a snapshot')
    for packet in packets:
        report.check(not packet.malformed(), 'a piece breaks off')


def main():
    report = kafkatest.Report()
    capture = kafkatest.Capture()
    connection = capture.connection()
    frames = {name: connection.request(produce(number, *record[:3])) for number, (name, record) in
              enumerate(RECORDS.items())}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'internal.pcap')
        capture.write(path)
        packets = kafkatest.packets(path)
        for name, frame in frames.items():
            report.check(not packets[frame - 1].malformed(), '%s breaks off' % name)
            check_record(report, name, packets[frame - 1].messages()[0])
        # Nothing but the filter asks for what is inside.
        listed = kafkatest.tshark('-r', path, '-Y', 'kafka.consumer_protocol_subscription.topics == "orders"')
        report.check(len(listed.splitlines()) == 1, 'a filter on a stored subscription lists %r' % listed)
        check_snapshot(report, folder)
    report.end()


if __name__ == '__main__':
    main()
