#!/usr/bin/env python3
"""Filters and preferences: is something found in records where nobody sees the tree, and is nothing done for nobody?

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkarecords as k
import kafkatest

TIME = 1700000000000
RECORDS = [k.record(0, b'k', b'found', [(b'trace', b'abc')])]
BATCH = dict(count=1, last_offset_delta=0, base_offset=4711, base_timestamp=TIME, max_timestamp=TIME)


def batch(**other):
    return k.batch([], k.ZSTD, payload=k.zstd(b''.join(RECORDS)), **dict(BATCH, **other))


# The frames, by name, and what is in them.
FRAMES = {
    'compressed': batch(),
    'plain': k.batch(RECORDS, **dict(BATCH, base_offset=4712)),
    'message': k.message(4713, b'k', k.gzipped(k.message(0, b'k', b'found', 1, 0, TIME)), 1, k.GZIP, TIME),
    'other': k.batch([k.record(0, None, b'something else')], base_offset=5),
    'bad crc': batch(crc=1, base_offset=6),
    'bad compression': k.batch([], k.ZSTD, payload=b'no', **dict(BATCH, base_offset=7)),
    'cut': k.batch([k.record(0, None, b'cut')], base_offset=9)[:-1],
    'commit': k.batch([k.record(0, b'\0\0\0\1', b'\0\0\0\0\0\7')], k.CONTROL, base_offset=8),
}
FOUND = ['compressed', 'plain', 'message', 'bad crc']

FILTERS = {
    'kafka.record.value == "found"': FOUND,
    'kafka.record.key == 6b': FOUND,
    'kafka.record.offset == 4711': ['compressed'],
    'kafka.record.offset == 4713': ['message'],
    'kafka.offset == 4711': ['compressed'],
    'kafka.message_value contains "found"': FOUND,
    'kafka.record.header.key == "trace"': ['compressed', 'plain', 'bad crc'],
    'kafka.record.timestamp >= "2023-11-14 00:00:00"': [*FOUND],
    'kafka.record_batch.attributes.compression == 4': ['compressed', 'bad crc', 'bad compression'],
    'kafka.record_batch.crc.status == 0': ['bad crc'],
    'kafka.message.crc.status == 1': ['message'],
    'kafka.expert.bad_crc': ['bad crc'],
    'kafka.expert.bad_compression': ['bad compression'],
    '_ws.expert.severity >= warning && kafka': ['bad crc', 'bad compression'],
    'kafka.ei_kafka_bad_decompression_length': ['bad compression'],
    'kafka.truncated_content': ['cut'],
    'kafka.message_compression_reduction < 100': ['compressed', 'message', 'bad crc'],
    'kafka.control_record_key.type == 1': ['commit'],
    'kafka.end_txn_marker.coordinator_epoch == 7': ['commit'],
    'kafka.records.decompressed': ['compressed', 'message', 'bad crc'],
}

# Options, a field, and what it has in all frames together.
PREFERENCES = [
    (['-o', 'kafka.decompress:FALSE'], 'kafka.record.value', [b'found', b'something else', b'\0\0\0\0\0\7']),
    (['-o', 'kafka.decompress:FALSE'], 'kafka.expert.bad_compression', []),
    (['-o', 'kafka.check_crc:FALSE'], 'kafka.expert.bad_crc', []),
]


def numbers(path, *options):
    return [int(line) for line in kafkatest.tshark('-r', path, '-T', 'fields', '-e', 'frame.number', *options).split()]


def check_limit(report, folder):
    """A MiB and an octet is more than a MiB."""
    path = os.path.join(folder, 'limit.pcap')
    capture = kafkatest.Capture()
    for size in ((1 << 20) - 20, 1 << 20):
        records = [k.record(0, None, bytes(size))]
        k.send(capture, [k.batch(records, k.GZIP, payload=k.gzipped(records[0]), crc=0)])
    capture.write(path)
    for limit, wanted in ((1, 1), (2, 0)):
        rows = kafkatest.fields(path, ['kafka.expert.decompression_limit'], '-o', 'kafka.decompress_limit:%d' % limit)
        found = sum(len(row[0]) for row in rows)
        report.check(found == wanted, 'with a limit of %d MiB, %d batches are too large' % (limit, found))


def main():
    report = kafkatest.Report()
    capture = kafkatest.Capture()
    frames = {name: k.send(capture, [records]) for name, records in FRAMES.items()}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'looking.pcap')
        capture.write(path)
        for expression, names in FILTERS.items():
            wanted = [frames[name] for name in names]
            # Once with a tree that is visible to no one, once with one that -T fields makes.
            text = kafkatest.tshark('-r', path, '-Y', expression)
            found = [int(line.split()[0]) for line in text.split('\n') if line.strip()]
            report.check(found == wanted, '%s finds %s, not %s' % (expression, found, wanted))
            found = numbers(path, '-2', '-Y', expression)
            report.check(found == wanted, '-2, %s finds %s, not %s' % (expression, found, wanted))
        for options, field, wanted in PREFERENCES:
            shown = [value for row in kafkatest.fields(path, [field], *options) for value in row[0]]
            wanted = [value.hex() for value in wanted]
            report.check([value.replace(':', '') for value in shown] == wanted, '%s: %s is %s' % (
                ' '.join(options), field, shown))
        text = kafkatest.tshark('-r', path, '-q', '-z', 'expert')
        for summary in ('Wrong CRC', 'not ZSTD'):
            report.check(summary in text, '-z expert does not list: %s' % summary)
        check_limit(report, folder)
    report.end()


if __name__ == '__main__':
    main()
