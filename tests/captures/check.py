#!/usr/bin/env python3
"""Is everything in the captures decoded?

Of each capture in pcaps/: every message is there, none is malformed, no octet is left undecoded, every response has its
request, and what lies inside is decoded: metadata of groups, Envelopes, metrics, the metadata log. messages.tsv tells
how many messages there are, counted without Wireshark's help, and which responses can't have their request: those that
answer something sent before the capture began. They alone may be undecoded.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkatest

# Whatever of these is in a capture of correct traffic, the dissector is wrong.
WRONG = ['_ws.malformed', 'kafka.undecoded'] + ['kafka.expert.' + name for name in (
    'malformed', 'bad_string_length', 'bad_bytes_length', 'bad_array_length', 'bad_varint', 'bad_null',
    'bad_struct_marker', 'bad_tagged_field', 'trailing', 'bad_size', 'unknown_api', 'unknown_version',
    'unknown_content', 'bad_batch_length', 'unknown_magic', 'bad_record_length', 'bad_records_count',
    'bad_offset_delta', 'bad_crc', 'bad_compression', 'decompression_limit', 'nested_compression')]
# CRCs and their status; what is compressed, and what it was decompressed to.
CHECKSUMS = [(name, name + '.status') for name in ('kafka.record_batch.crc', 'kafka.message.crc')]
COMPRESSED = ['kafka.record_batch.compressed', 'kafka.message.compressed', 'kafka.legacy.message.compressed']
DECOMPRESSED = 'kafka.records.decompressed'
GOOD = ('1', 'Good')
ON_PURPOSE = {('kafka07-made', 34, 'kafka.expert.bad_crc')}
# What is inside of what: as many of the fields in front as there are octets in those behind them.
INSIDE = {
    ('kafka.consumer_protocol_subscription', 'kafka.connect_metadata'): [
        'kafka.join_group_request.protocol.metadata', 'kafka.join_group_response.member.metadata',
        'kafka.describe_groups_response.described_group_member.member_metadata',
        'kafka.group_metadata_value.member_metadata.subscription',
        'kafka.consumer_group_member_metadata_value.classic_protocol.metadata'],
    ('kafka.consumer_protocol_assignment', 'kafka.connect_assignment'): [
        'kafka.sync_group_request.assignment.assignment', 'kafka.sync_group_response.assignment',
        'kafka.describe_groups_response.described_group_member.member_assignment', 'kafka.connect_metadata.allocation',
        'kafka.group_metadata_value.member_metadata.assignment'],
    ('kafka.subscription_info_data', 'kafka.sticky_assignor_data', 'kafka.cooperative_sticky_assignor_data'): [
        'kafka.consumer_protocol_subscription.user_data'],
    ('kafka.streams_assignment_info',): ['kafka.consumer_protocol_assignment.user_data'],
    ('protobuf',): ['kafka.push_telemetry_request.metrics', 'kafka.registry.schema_id'],
}
PASSED_ON = ['kafka.envelope_request.request_data', 'kafka.envelope_response.response_data']
TOPIC, RECORDS = 'kafka.topic_id.name', ['kafka.record.value', 'kafka.content.type', 'kafka.control_record_key']
METADATA = '__cluster_metadata', '__remote_log_metadata'
KEYED, KEY = 'java44-internal-topics', 'kafka.record.key'     # a capture with nothing but topics of typed keys
NAMES = ['frame.number', 'kafka.len', 'kafka.request_frame', 'kafka.response_frame', 'kafka.expert.no_request', *WRONG,
         *sum(CHECKSUMS, ()), *COMPRESSED, DECOMPRESSED, 'kafka.records.partial',
         'kafka.correlation_id', *PASSED_ON, TOPIC, KEY, *RECORDS, *sum(INSIDE, ()), *sum(INSIDE.values(), [])]


def expectations():
    """Name -> (requests, responses, the frames of responses without request)."""
    found = {}
    with open(os.path.join(HERE, 'messages.tsv'), encoding='utf-8') as lines:
        for line in lines:
            if not line.startswith('#'):
                name, requests, responses, alone = line.rstrip('\n').split('\t')
                found[name] = int(requests), int(responses), [int(n) for n in alone.split(',') if n != '-']
    return found


def filled(frame, *names):
    """How many items of these fields are not empty, and not null."""
    return sum(1 for name in names for value in frame[name] if value not in ('', '<MISSING>'))


def check_inside(report, where, frame, seen):
    """Is everything decoded that lies inside byte fields and in the records of the metadata? `seen` counts that."""
    for names, carriers in INSIDE.items():
        for name in names:
            seen[name] += len(frame[name])
        found = sum(len(frame[name]) for name in names)
        report.check(found == filled(frame, *carriers), '%s has %d %s, but there are %d' % (
            where, found, ' or '.join(names), filled(frame, *carriers)))
    passed_on = filled(frame, *PASSED_ON)
    if passed_on:
        seen[PASSED_ON[0]] += passed_on
        report.check(len(frame['kafka.correlation_id']) == len(frame['kafka.len']) + passed_on,
                     '%s: what an Envelope passes on is not decoded' % where)
    value, content, control = RECORDS
    if where.startswith(KEYED):
        report.check(filled(frame, KEY) == len(frame[content]) + len(frame[control]),
                     '%s: only %d of %d keys are decoded' % (
                         where, len(frame[content]) + len(frame[control]), filled(frame, KEY)))
    if frame[TOPIC] and set(frame[TOPIC]).issubset(METADATA):
        seen[content] += len(frame[content])
        report.check(filled(frame, value) == len(frame[content]) + len(frame[control]),
                     '%s: only %d of %d records of the metadata are decoded' % (
                         where, len(frame[content]) + len(frame[control]), filled(frame, value)))


def check_records(report, where, frame, seen):
    """Is every CRC good, and is everything decompressed? A batch that is cut has a CRC that can't be looked at."""
    cut = len(frame['kafka.records.partial'])
    for crc, status in CHECKSUMS:
        seen[crc] += len(frame[crc])
        report.check(all(value in GOOD for value in frame[status]), '%s has a wrong %s' % (where, crc))
        report.check(len(frame[crc]) - cut <= len(frame[status]) <= len(frame[crc]),
                     '%s has %d %s, but %d with a status' % (where, len(frame[crc]), crc, len(frame[status])))
    seen[DECOMPRESSED] += len(frame[DECOMPRESSED])
    report.check(len(frame[DECOMPRESSED]) == filled(frame, *COMPRESSED), '%s has %d compressed, %d decompressed' % (
        where, filled(frame, *COMPRESSED), len(frame[DECOMPRESSED])))


def main():
    report = kafkatest.Report()
    expected = expectations()
    seen = dict.fromkeys([*sum(INSIDE, ()), PASSED_ON[0], RECORDS[1], *(crc for crc, _ in CHECKSUMS), DECOMPRESSED], 0)
    for name, path in kafkatest.captures().items():
        if not report.check(name in expected, '%s is not in messages.tsv' % name):
            continue
        requests, responses, alone = expected.pop(name)
        count = dict.fromkeys(NAMES, 0)
        seen_alone = []
        for values in kafkatest.fields(path, NAMES, *kafkatest.options(name), '-Y', 'kafka'):
            frame = dict(zip(NAMES, values))
            number = int(frame['frame.number'][0])
            for field in NAMES:
                count[field] += len(frame[field])
            seen_alone += [number] * len(frame['kafka.expert.no_request'])
            check_inside(report, '%s: frame %d' % (name, number), frame, seen)
            check_records(report, '%s: frame %d' % (name, number), frame, seen)
            for field in WRONG:
                expected_here = (field == 'kafka.undecoded' and number in alone) or (name, number, field) in ON_PURPOSE
                report.check(not frame[field] or expected_here, '%s: frame %d has %s' % (name, number, field))
        for field, wanted in (('kafka.len', requests + responses), ('kafka.request_frame', responses - len(alone)),
                              ('kafka.response_frame', responses - len(alone))):
            report.check(count[field] == wanted, '%s: %d %s, but there are %d' % (name, count[field], field, wanted))
        report.check(seen_alone == alone, '%s: the responses without request are in frames %s, not %s' % (
                name, seen_alone, alone))
    for name, number in seen.items():
        report.check(number > 0, 'no capture has %s' % name)
    report.check(not expected, 'messages.tsv has captures that are not there: %s' % ', '.join(expected))
    report.end()


if __name__ == '__main__':
    main()
