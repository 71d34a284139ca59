#!/usr/bin/env python3
"""Is what group members send each other taken apart? By Kafka Connect, by Kafka Streams, by the sticky assignors.

embedded.tsv has octets written by Kafka's own classes, and what these read back from them (Embedded.java). Each becomes
the metadata or the assignment of a member in a DescribeGroups response; the items below it must cover each octet and
show those values.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import os
import struct
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkatest

DESCRIBE_GROUPS = 15
VERSION = 'kafka.content.version'       # stands before a message and belongs to none


def string(text):
    return struct.pack('>h', len(text)) + text.encode()


def octets(content):
    return struct.pack('>i', len(content)) + content


def describe_groups(number, row):
    """A DescribeGroups v0 request and its response with one group of one member."""
    request = struct.pack('>hhi', DESCRIBE_GROUPS, 0, number) + string('') + struct.pack('>i', 1) + string('g')
    metadata, assignment = (b'', row['content']) if row['part'] == 'assignment' else (row['content'], b'')
    response = struct.pack('>iih', number, 1, 0) + string('g') + string('Stable') + string(row['type']) + string(
        row['protocol']) + struct.pack('>i', 1) + string('m') + string('c') + string('h') + octets(metadata) + octets(
        assignment)
    return request, response


def rows():
    found = []
    with open(os.path.join(HERE, 'embedded.tsv'), encoding='utf-8') as lines:
        for line in lines:
            if not line.startswith('#'):
                name, kind, protocol, part, content, values = line.rstrip('\n').split('\t')
                found.append({'name': name, 'type': kind, 'protocol': protocol, 'part': part,
                              'content': bytes.fromhex(content),
                              'values': [value.split('=', 1) for value in values.split('|')]})
    return found


def check(report, row, layer):
    name = 'kafka.describe_groups_response.described_group_member.member_' + row['part']
    field = layer.find(name)[0]
    at = field.start
    for leaf in sorted(field.leaves(), key=lambda item: item.start):
        report.check(leaf.start == at, '%s: octet %d is not shown, or twice: %s' % (row['name'], at, leaf))
        at = leaf.end
    report.check(at == field.end and field.visible(), '%s: only octets up to %d of %d are shown' % (
        row['name'], at, field.end))
    shown = collections.defaultdict(list)
    for item in field.walk():
        if not item.hidden and item.size > 0 and not item.visible() and item.name != VERSION:
            shown[item.label.split(':')[0]].append(item.show)
    expected = collections.defaultdict(list)
    for label, value in row['values']:
        expected[label].append(value)
    for label, values in expected.items():
        report.check(sorted(shown[label]) == sorted(values), '%s: %s is %s, not %s' % (
            row['name'], label, shown[label], values))
    for item in layer.walk():
        report.check(not item.name.startswith('kafka.expert'), '%s: %s' % (row['name'], item))


def main():
    report = kafkatest.Report()
    capture = kafkatest.Capture()
    connection = capture.connection()
    frames = []
    for number, row in enumerate(rows()):
        request, response = describe_groups(number, row)
        connection.request(request)
        frames.append((row, connection.response(response)))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'embedded.pcap')
        capture.write(path)
        packets = kafkatest.packets(path)
    for row, frame in frames:
        check(report, row, packets[frame - 1].messages()[0])
    report.end()


if __name__ == '__main__':
    main()
