#!/usr/bin/env python3
"""Batches that lie, are cut, or are not what one expects: what is said of them, and is the next partition right?

Each case is a Fetch response with two partitions. What is in the first is the case; the second is always the same.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import struct
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkarecords as k
import kafkatest

SMALLEST, LARGEST = -1 << 63, (1 << 63) - 1
GOOD = k.batch([k.record(0, b'next', b'one')], base_offset=77)
TWO = [k.record(0, b'k', b'v0'), k.record(1, None, b'v1')]


def offsets(*numbers):
    return {'kafka.record.offset': [str(n) for n in numbers]}


def experts(*names):
    return {'experts': ['kafka.expert.' + name for name in names]}


def expect(*parts):
    return {name: value for part in parts for name, value in part.items()}


def values(*texts):
    return {'kafka.record.value': [text.encode().hex() for text in texts]}


def v1(offset, value, timestamp=5, attributes=0):
    return k.message(offset, None, value, 1, attributes, timestamp)


# name: (the first partition's records, what is expected of it). Where experts are not expected there must be none.
CASES = {
    'two batches and an old message one after another': (
        k.batch(TWO, base_offset=10) + k.message(12, b'k', b'old') + k.batch([TWO[0]], base_offset=13),
        expect(offsets(10, 11, 12, 13), values('v0', 'v1', 'old', 'v0'))),
    'no records in a batch': (k.batch([], base_offset=3, last_offset_delta=9), expect(offsets())),
    'nothing at all': (b'', expect(offsets())),

    'a batch length of 0': (k.batch(TWO, length=0), expect(offsets(), experts('bad_batch_length'))),
    'a negative batch length': (k.batch(TWO, length=-5), expect(offsets(), experts('bad_batch_length'))),
    'the smallest of all batch lengths': (
        k.batch(TWO, length=-1 << 31), expect(offsets(), experts('bad_batch_length'))),
    'a batch length that ends within its header': (
        k.batch(TWO, length=48), expect(offsets(), experts('bad_batch_length'))),
    'a batch length past the field': (
        k.batch(TWO, length=4000), expect(offsets(), experts('partial_batch'))),
    'the largest of all batch lengths': (
        k.batch(TWO, length=0x7fffffff), expect(offsets(), experts('partial_batch'))),
    'a batch length that is one too short': (
        k.batch(TWO, length=len(k.batch(TWO)) - 13),
        expect(offsets(0), experts('bad_record_length', 'partial_batch', 'bad_crc'))),
    'a message size of 0': (k.message(0, None, b'v', size=0), expect(offsets(), experts('bad_batch_length'))),
    'a message size that is too small': (
        k.message(0, None, b'v', size=13), expect(offsets(), experts('bad_batch_length'))),
    'a message whose value is longer than the message': (
        k.message(0, None, b'v', crc=0)[:-5] + struct.pack('>i', 100) + b'v',
        expect(experts('bad_crc', 'bad_bytes_length'))),
    'a message whose key has a length of -2': (
        k.message(0, b'', b'v', crc=0)[:-9] + struct.pack('>i', -2) + struct.pack('>i', 1) + b'v',
        expect(experts('bad_crc', 'bad_bytes_length'))),
    'octets behind the value of a message': (
        k.message(0, None, b'v', crc=0, size=15 + 3) + b'xyz',
        expect(offsets(0), experts('bad_crc', 'bad_record_length'))),
    'an unknown message format': (
        k.batch(TWO, magic=3) + GOOD, expect(offsets(77), experts('unknown_magic'))),
    'a negative message format': (
        k.batch(TWO, magic=-1) + GOOD, expect(offsets(77), experts('unknown_magic'))),

    'a record length beyond the batch': (
        k.batch([TWO[0], k.record(1, None, b'v1', length=1000)]), expect(offsets(0), experts('bad_record_length'))),
    'a negative record length': (
        k.batch([k.record(0, None, b'v', length=-1), TWO[1]]), expect(offsets(), experts('bad_record_length'))),
    'a record length of 0': (
        k.batch([b'\0', TWO[1]]), expect(offsets(), experts('bad_record_length'))),
    'a record length that is no number': (
        k.batch([b'\xff' * 20], count=1), expect(offsets(), experts('bad_varint'))),
    'a record length that ends too early': (
        k.batch([k.record(0, b'key', b'value', length=6), TWO[1]], count=2),
        expect(experts('bad_bytes_length', 'bad_record_length'))),
    'a record longer than its fields': (
        k.batch([k.record(0, b'k', b'v', length=11) + b'abc', TWO[1]]),
        expect(offsets(0, 1), values('v', 'v1'), experts('bad_record_length'))),
    'a key longer than its record': (
        k.batch([k.varint(8) + b'\0' + k.varint(0) + k.varint(0) + k.varint(500) + b'abc', TWO[1]]),
        expect(offsets(0, 1), values('v1'), experts('bad_bytes_length'))),
    'a value length of -2': (
        k.batch([k.varint(6) + b'\0' + k.varint(0) + k.varint(0) + k.varint(-1) + k.varint(-2) + b'\0', TWO[1]]),
        expect(offsets(0, 1), values('v1'), experts('bad_bytes_length'))),
    'more headers than there are octets': (
        k.batch([k.record(0, b'k', b'v', count=0x7fffffff), TWO[1]]),
        expect(offsets(0, 1), values('v', 'v1'), experts('bad_array_length'))),
    'a negative number of headers': (
        k.batch([k.record(0, b'k', b'v', count=-3), TWO[1]]),
        expect(offsets(0, 1), values('v', 'v1'), experts('bad_array_length'))),
    'one header more than there is': (
        k.batch([k.record(0, b'k', b'v', [(b'h', b'1')], count=2), TWO[1]]),
        expect(offsets(0, 1), values('v', 'v1'), experts('malformed'))),
    'a header without a name': (
        k.batch([k.record(0, b'k', b'v', [(None, b'1')]), TWO[1]]),
        expect(offsets(0, 1), values('v', 'v1'), experts('bad_null'))),

    'more records than the batch says': (
        k.batch(TWO, count=1), expect(offsets(0), experts('bad_records_count'))),
    'fewer records than the batch says': (
        k.batch(TWO, count=3), expect(offsets(0, 1), experts('bad_records_count'))),
    'a negative number of records': (
        k.batch(TWO, count=-1), expect(offsets(), experts('bad_records_count'))),
    'an offset delta outside the batch': (
        k.batch([k.record(7, None, b'v')], last_offset_delta=1), expect(offsets(7), experts('bad_offset_delta'))),
    'a negative offset delta': (
        k.batch([k.record(-7, None, b'v')]), expect(offsets(-7), experts('bad_offset_delta'))),
    'compaction left gaps between offsets': (
        k.batch([k.record(3, None, b'v'), k.record(90, None, b'w')], base_offset=1000, last_offset_delta=99),
        expect(offsets(1003, 1090))),
    'an offset beyond the largest': (
        k.batch(TWO, base_offset=LARGEST), expect(offsets(LARGEST, SMALLEST))),
    'offsets of all sizes': (
        b''.join(k.batch([TWO[0]], base_offset=n) for n in (SMALLEST, -1, 0, 1 << 40, LARGEST)),
        expect(offsets(SMALLEST, -1, 0, 1 << 40, LARGEST))),

    'a wrong CRC of a batch': (
        k.batch(TWO, crc=1), expect(offsets(0, 1), experts('bad_crc'), {'kafka.record_batch.crc.status': ['0']})),
    'a right CRC of a batch': (
        k.batch(TWO), expect(offsets(0, 1), {'kafka.record_batch.crc.status': ['1']})),
    'a wrong CRC of a message': (
        k.message(0, None, b'v', crc=1), expect(offsets(0), experts('bad_crc'), {'kafka.message.crc.status': ['0']})),
    'a right CRC of a message': (
        v1(0, b'v'), expect(offsets(0), {'kafka.message.crc.status': ['1']})),

    'offsets within a compressed message of format 1 count from its first': (
        v1(1002, k.gzipped(v1(0, b'a') + v1(1, b'b') + v1(2, b'c')), attributes=1),
        expect(offsets(1000, 1001, 1002), values('a', 'b', 'c'), {'kafka.message.crc.status': ['1'] * 4})),
    'a compressed message of format 1 that lost some in compaction': (
        v1(1004, k.gzipped(v1(1, b'a') + v1(4, b'b')), attributes=1), expect(offsets(1001, 1004), values('a', 'b'))),
    'a compressed message of format 1 whose producer left its offset at 0': (
        v1(0, k.gzipped(v1(0, b'a') + v1(1, b'b')), attributes=1), expect(offsets(0, 1), values('a', 'b'))),
    'offsets within a compressed message of format 0 are as they are': (
        k.message(31, None, k.gzipped(k.message(30, None, b'a') + k.message(31, None, b'b')), 0, 1),
        expect(offsets(30, 31), values('a', 'b'))),
    'a compressed message within a compressed message': (
        v1(1, k.gzipped(v1(0, b'plain') + v1(1, k.gzipped(v1(0, b'too deep')), attributes=1)), attributes=1),
        expect(offsets(0), values('plain'), experts('nested_compression'))),
    'a batch within a compressed message': (
        v1(1, k.gzipped(k.batch(TWO)), attributes=1), expect(offsets(), experts('unknown_magic'))),
    'a compressed message without a value': (
        k.message(1, None, None, 1, 1), expect(offsets())),
    'a compressed message that ends within its last one': (
        v1(1, k.gzipped(v1(0, b'a') + v1(1, b'b')[:-1]), attributes=1),
        expect(offsets(1), values('a'), experts('partial_batch'))),

    'a control record of an unknown type': (
        k.batch([k.record(0, b'\0\0\x63\0', b'\0\0\1\2')], attributes=k.CONTROL),
        expect(offsets(0), experts('unknown_content'))),
    'a control record without a key': (
        k.batch([k.record(0, None, b'\0\0\1\2')], attributes=k.CONTROL), expect(offsets(0))),
    'a control record whose key is too short': (
        k.batch([k.record(0, b'\0\0\0', b'\0\0\1\2')], attributes=k.CONTROL),
        expect(offsets(0), experts('unknown_content'))),
    'a commit marker that is too short': (
        k.batch([k.record(0, b'\0\0\0\1', b'\0\0\0')], attributes=k.CONTROL),
        expect(offsets(0), experts('unknown_content'))),
    'a commit marker of another version': (
        k.batch([k.record(0, b'\0\0\0\1', b'\0\x09\0\0\0\7')], attributes=k.CONTROL),
        expect(offsets(0), experts('unknown_content'))),
    'an abort marker': (
        k.batch([k.record(0, b'\0\0\0\0', b'\0\0\0\0\0\7')], attributes=k.CONTROL),
        expect(offsets(0), {'kafka.control_record_key.type': ['0'], 'kafka.end_txn_marker.coordinator_epoch': ['7']})),
}

# Times: (attributes, base, delta, maximum, what is shown)
TIMES = [
    (0, 1700000000000, 5, 1700000000005, ['Nov 14, 2023 22:13:20.005000000 UTC']),
    (0, 0, 1 << 40, 0, ['Nov  3, 2004 19:53:47.776000000 UTC']),
    (0, 0, -1500, 0, ['Dec 31, 1969 23:59:58.500000000 UTC']),
    (0, -1, 0, -1, []),
    (0, LARGEST, 0, 0, ['Aug 17, 292278994 07:12:55.807000000 UTC']),
    (0, SMALLEST, 0, 0, ['May 16, -292275055 16:47:04.192000000 UTC']),
    (k.LOG_APPEND_TIME, 5, 5, 1700000000000, ['Nov 14, 2023 22:13:20.000000000 UTC']),
    (k.LOG_APPEND_TIME, 5, 5, -1, []),
]


def all_cases():
    for name, (records, expected) in CASES.items():
        yield name, records, expected
    for attributes, base, delta, most, shown in TIMES:
        records = k.batch([k.record(0, None, b'v', timestamp_delta=delta)], attributes, 0, base, most)
        yield 'a time of %d + %d, at most %d' % (base, delta, most), records, {'kafka.record.timestamp': shown}
    for wrapper, inner, shown in ((0, 5, 5), (k.LOG_APPEND_TIME, 5, 9)):
        records = v1(1, k.gzipped(v1(0, b'a', inner)), 9, 1 | wrapper)
        yield 'a time in a compressed message, attributes %d' % wrapper, records, {
            'kafka.record.timestamp': ['Jan  1, 1970 00:00:00.%03d000000 UTC' % shown]}
    yield 'a message of format 0 has no time', k.message(0, None, b'v'), {'kafka.record.timestamp': []}

    # Cut anywhere, a batch is partial, and nothing is wrong.
    whole = k.batch(TWO, base_offset=10)
    for size in range(1, len(whole)):
        yield 'a batch of which %d octets of %d are left' % (size, len(whole)), GOOD + whole[:size], expect(
            offsets(77), experts('partial_batch'))
    whole = v1(5, b'value')
    for size in range(1, len(whole)):
        yield 'a message of which %d octets of %d are left' % (size, len(whole)), whole[:size], expect(
            offsets(), experts('partial_batch'))


def partitions(layer):
    """The items of the two partitions."""
    return [item for item in layer.walk() if item.label.startswith('PartitionData[')]


def expert_names(item):
    return sorted(i.name for i in item.walk() if i.name.startswith('kafka.expert.'))


def covers(partition):
    """Do the visible leaves cover every octet of the records? Those of decompressed octets are apart."""
    records = partition.find('kafka.fetch_response.partition_data.records')[0]

    def leaves(item):
        below = [i for i in item.visible() if i.name != 'kafka.records.decompressed' and i.size > 0]
        if not below and item.size > 0:
            yield item.start, item.end
        for i in below:
            yield from leaves(i)
    at = records.start
    for start, end in sorted(set(leaves(records))):       # the bits of a number are all where the number is
        if start != at:
            return False
        at = end
    return at == records.end


def check(report, name, layer, expected):
    first, second = partitions(layer)
    for field, wanted in expected.items():
        if field == 'experts':
            continue
        shown = [item.show.replace(':', '') if field.endswith('.value') else kafkatest.time(item.show)
                 for item in first.find(field)]
        report.check(shown == wanted, '%s: %s is %s, not %s' % (name, field, shown, wanted))
    wanted = sorted(expected.get('experts', []))
    found = expert_names(first)
    report.check(found == wanted, '%s: expert infos %s, not %s' % (name, found, wanted))
    report.check(covers(first), '%s: some octets are in no item, or in two' % name)
    report.check([i.show for i in second.find('kafka.record.offset')] == ['77'] and not expert_names(second),
                 '%s: the next partition is not right' % name)


def main():
    report = kafkatest.Report()
    capture = kafkatest.Capture()
    sent = [(name, k.send(capture, [records, GOOD]), expected) for name, records, expected in all_cases()]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'damage.pcap')
        capture.write(path)
        packets = kafkatest.packets(path, environment={'WIRESHARK_ABORT_ON_DISSECTOR_BUG': '1'})
    for name, frame, expected in sent:
        layers = packets[frame - 1].messages()
        if report.check(len(layers) == 1 and len(partitions(layers[0])) == 2, '%s: no two partitions' % name):
            check(report, name, layers[0], expected)
    print('%d cases' % len(sent))
    report.end()


if __name__ == '__main__':
    main()
