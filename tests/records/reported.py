#!/usr/bin/env python3
"""What people reported about tools of this kind, with the captures in pcaps/cases/: records that were shown wrongly.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkatest


def text(value):
    return value.encode().hex()


# capture: (what was reported, the values of fields over all of its packets, expert infos)
REPORTED = {
    '01-produce-v0-metacpan': (
        'messages of format 0 off by one octet', {
            'kafka.record.value': [text('Hello!')], 'kafka.record.offset': ['0'], 'kafka.record.key': [''],
            'kafka.message.crc.status': ['1']}, []),
    '06-fetch-v4-truncated-batch': (
        'a batch that is cut is lost, or read on into the next partition', {
            'kafka.record.offset': ['0', '1', '0', '1'],
            'kafka.record.value': [text(v) for v in ('v1', 'v2', 'v1', 'v2')],
            'kafka.record_batch.crc.status': ['1', '1']}, ['partial_batch']),
    '08-timestamp-delta-varlong': (
        'a timestamp delta of more than 32 bits', {
            'kafka.record.timestamp': ['Jan  1, 1970 00:00:00.000000000 UTC', 'Aug 18, 2026 20:50:31.121000000 UTC'],
            'kafka.record.value': [text('epoch'), text('modern')]}, []),
    '09-control-batch-commit': (
        'version and type of a control record read from the wrong place', {
            'kafka.control_record_key.version': ['0'], 'kafka.control_record_key.type': ['1'],
            'kafka.content.version': ['0'], 'kafka.end_txn_marker.coordinator_epoch': ['7'],
            'kafka.record_batch.attributes.is_control': ['True']}, []),
    '19-snappy-xerial': (
        'snappy in the framing of snappy-java', {
            'kafka.record_batch.attributes.compression': ['2'], 'kafka.record.offset': ['0', '1'],
            'kafka.record.value': [text('v1'), text('v2')], 'kafka.record_batch.crc.status': ['1']}, []),
}
BOMB = '22-tagged-field-bomb'


def check(report, name, what, values, experts):
    items = [item for packet in kafkatest.packets(os.path.join(kafkatest.ROOT, 'pcaps', 'cases', name + '.pcap'))
             for layer in packet.messages() for item in layer.walk()]
    for field, wanted in values.items():
        shown = [item.show.replace(':', '') if field.endswith(('.value', '.key')) else kafkatest.time(item.show)
                 for item in items if item.name == field and not item.hidden]
        report.check(len(shown) == len(wanted) and all(a == b or kafkatest.number(a) == kafkatest.number(b) is not None
                                                       for a, b in zip(shown, wanted)),
                     '%s (%s): %s is %s, not %s' % (name, what, field, shown, wanted))
    found = [item.name for item in items if item.name.startswith('kafka.expert.')]
    report.check(found == ['kafka.expert.' + expert for expert in experts], '%s (%s): %s' % (name, what, found))


def check_bomb(report):
    """2^63 tagged fields: bounded, named, and the request behind it is right."""
    packets = kafkatest.packets(os.path.join(kafkatest.ROOT, 'pcaps', 'cases', BOMB + '.pcap'))
    layers = [layer for packet in packets for layer in packet.messages()]
    bad = [[item.name for item in layer.walk() if item.name.startswith('kafka.expert.')] for layer in layers]
    report.check(bad[:1] in ([['kafka.expert.bad_varint']], [['kafka.expert.bad_tagged_field']]), '%s: %s' % (BOMB, bad))
    report.check(not any(bad[1:]), '%s: what follows is not right: %s' % (BOMB, bad))


def main():
    report = kafkatest.Report()
    kafkatest.require_plugin()
    for name, (what, values, experts) in REPORTED.items():
        check(report, name, what, values, experts)
    check_bomb(report)
    report.end()


if __name__ == '__main__':
    main()
