#!/usr/bin/env python3
"""Compressed records: every framing that clients write, what is broken, and what would fill the memory.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import resource
import struct
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkarecords as k
import kafkatest

STRICT = {'WIRESHARK_ABORT_ON_DISSECTOR_BUG': '1'}
GOOD = k.batch([k.record(0, b'next', b'one')], base_offset=77)
RECORDS = [k.record(n, b'key %d' % n, b'value %d' % n * 9, [(b'h', None)]) for n in range(50)]
PLAIN = b''.join(RECORDS)
MESSAGES = b''.join(k.message(n, None, b'value %d' % n * 9, 1) for n in range(50))
VALUES = [(b'value %d' % n * 9).hex() for n in range(50)]

MIBI = 1 << 20
SECONDS = 1         # more than without the bomb
MEMORY = 80 * MIBI  # likewise


def compressed_batch(codec, payload, count=len(RECORDS), **fields):
    return k.batch([], codec, count=count, last_offset_delta=count - 1, payload=payload, **fields)


# name: (records, values, expert infos)
def cases():
    ways = [(k.NAMES[codec], codec, compress) for codec, compress in k.COMPRESSORS.items()] + [
        ('snappy-java', k.SNAPPY, k.xerial),
        ('snappy-java, header in little-endian order', k.SNAPPY, lambda octets: k.xerial(octets, '<')),
        ('snappy-java, all in little-endian order', k.SNAPPY, lambda octets: k.xerial(octets, '<', '<')),
        ('lz4 with the old wrong header checksum', k.LZ4, lambda octets: k.lz4(octets, 0x1a)),
    ]
    for codec in (k.GZIP, k.LZ4, k.ZSTD):
        ways.append(('two frames of ' + k.NAMES[codec], codec, lambda octets, compress=k.COMPRESSORS[codec]:
                     compress(octets[:1000]) + compress(octets[1000:])))
    for name, codec, compress in ways:
        yield name, compressed_batch(codec, compress(PLAIN)), VALUES, []
        if codec != k.ZSTD:             # came with format 2
            yield name + ', message of format 1', k.message(49, None, compress(MESSAGES), 1, codec), VALUES, []

    for codec, compress in k.COMPRESSORS.items():
        name = k.NAMES[codec]
        yield name + ' that is none', compressed_batch(codec, b'certainly not'), [], ['bad_compression']
        other = k.gzipped if codec != k.GZIP else k.zstd
        yield 'a batch that lies about its codec, ' + name, compressed_batch(codec, other(PLAIN)), [], [
            'bad_compression']
        yield name + ' of nothing', compressed_batch(codec, compress(b''), 0), [], ['empty_compression']
        yield name + ' without any octet', compressed_batch(codec, b'', 0), [], []
        cut = compress(PLAIN)[:-9]
        yield name + ' that is cut', compressed_batch(codec, cut), None, ['bad_compression']
        yield name + ', fewer records than the batch says', compressed_batch(codec, compress(PLAIN), 51), VALUES, [
            'bad_records_count']
        yield name + ', a message that is none', k.message(1, None, b'certainly not', 1, codec), [], ['bad_compression']
    for codec in (5, 6, 7):
        yield 'codec %d' % codec, compressed_batch(codec, PLAIN), [], ['bad_compression']
        yield 'codec %d of a message' % codec, k.message(1, None, MESSAGES, 1, codec), [], ['bad_compression']


def check_cases(report, folder):
    capture = kafkatest.Capture()
    sent = [(k.send(capture, [records, GOOD]), *rest) for *rest, records in
            ((name, values, experts, records) for name, records, values, experts in cases())]
    path = os.path.join(folder, 'compression.pcap')
    capture.write(path)
    packets = kafkatest.packets(path, environment=STRICT)
    for frame, name, values, experts in sent:
        layer = packets[frame - 1].messages()[0]
        shown = [item.show.replace(':', '') for item in layer.find('kafka.record.value')]
        found = [item.name for item in layer.walk() if item.name.startswith('kafka.expert.')]
        if values is None:
            report.check(shown[:-1] == VALUES[:len(shown) - 1], '%s: %s' % (name, shown))
        else:
            report.check(shown == values + [b'one'.hex()], '%s: %s' % (name, shown))
        report.check(shown[-1:] == [b'one'.hex()], '%s: the next partition is not right' % name)
        report.check(found == ['kafka.expert.' + expert for expert in experts], '%s: expert infos %s' % (name, found))
        report.check(set(item.show for item in layer.walk() if item.name.endswith('.crc.status')) == {'1'},
                     '%s: a CRC is wrong' % name)
    for frame, name, _, experts in sent:
        if experts == ['bad_compression'] and name.split(' ')[0] in k.NAMES.values():
            text = ' '.join(i.label for i in packets[frame - 1].messages()[0].walk() if 'bad_compression' in i.name)
            report.check(name.split(' ')[0].rstrip(',') in text, '%s: the codec is not named: %s' % (name, text))


# ------------------------------------------------------------------------------------------------------------ bombs
def gzip_bomb(unit, size):
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    block, made = unit * (MIBI // len(unit)), []
    for _ in range(size // len(block) + 1):
        made.append(squeeze.compress(block))
    return b''.join(made) + squeeze.flush()


def zstd_bomb(size):
    """Blocks of an octet that is repeated."""
    return b'\x28\xb5\x2f\xfd\x00\x38' + struct.pack('<I', 131072 << 3 | 2)[:3].ljust(4, b'\0') * (size // 131072)


def lz4_bomb(size):
    """Blocks of 4 MiB: an octet, a match of all but the last ones, and those, as the format wants."""
    match = 4 * MIBI - 1 - 12 - 4 - 15
    block = b'\x1f\0\1\0' + b'\xff' * (match // 255) + bytes((match % 255,)) + b'\xc0' + bytes(12)
    return b'\x04\x22\x4d\x18\x60\x70\x73' + (struct.pack('<I', len(block)) + block) * (size // (4 * MIBI)) + bytes(4)


def snappy_bomb(size):
    """Says how large it is, and nearly is: an octet and copies of 64 octets from where there are such."""
    return k.unsigned(size) + bytes(2) + b'\xfe\1\0' * (MIBI // 3)


def snappy_java_bomb(size):
    """Blocks of nearly a MiB. Three octets make 64 and never more, so this can't be both small and huge."""
    copies = (MIBI - 64) // 64
    block = k.unsigned(1 + copies * 64) + bytes(2) + b'\xfe\1\0' * copies
    return b'\x82SNAPPY\0' + struct.pack('>ii', 1, 1) + (struct.pack('>i', len(block)) + block) * (size // MIBI)


def bombs():
    gibi = 1 << 30
    small = k.record(0, None, None)
    yield 'gzip of zeros', k.GZIP, gzip_bomb(b'\0' * MIBI, gibi), 'decompression_limit'
    yield 'zstd of zeros', k.ZSTD, zstd_bomb(gibi), 'decompression_limit'
    yield 'lz4 of zeros', k.LZ4, lz4_bomb(gibi // 4), 'decompression_limit'
    yield 'snappy of zeros', k.SNAPPY, snappy_java_bomb(64 * MIBI), 'decompression_limit'
    yield 'snappy that lies', k.SNAPPY, snappy_bomb(gibi), 'bad_compression'
    yield 'gzip of small records', k.GZIP, gzip_bomb(small, gibi // 4), 'decompression_limit'
    yield 'many bombs in a packet', k.ZSTD, zstd_bomb(64 * MIBI), 'decompression_limit'


def measured(path, *options):
    """Seconds, peak of the memory and output of a run of its own, since a peak is of all children so far."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        start = time.monotonic()
        text = kafkatest.tshark('-r', path, *options)
        spent = time.monotonic() - start
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        with os.fdopen(write, 'w') as out:
            out.write('%f %d %s' % (spent, most, text))
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as source:
        text = source.read()
    os.waitpid(child, 0)
    spent, most, text = text.split(' ', 2)
    return float(spent), int(most), text


def check_bombs(report, folder):
    calm = os.path.join(folder, 'calm.pcap')
    capture = kafkatest.Capture()
    k.send(capture, [GOOD, GOOD])
    capture.write(calm)
    for name, codec, payload, expert in bombs():
        capture = kafkatest.Capture()
        times = 200 if name.startswith('many') else 1
        k.send(capture, [compressed_batch(codec, payload, 1 << 30, crc=0) * times, GOOD])
        path = os.path.join(folder, 'bomb.pcap')
        capture.write(path)
        fields = ['-T', 'fields', '-e', 'kafka.record.offset', '-e', 'kafka.expert.' + expert]
        usual, usual_memory, _ = measured(calm, *fields)
        spent, memory, text = measured(path, *fields)
        spent, memory = spent - usual, memory - usual_memory
        print('%-24s %8d octets, %.2f s, %d MiB' % (name, len(payload), spent, memory >> 20))
        report.check('77\t' in text, '%s: the next partition is not right' % name)
        report.check(text.rstrip('\n').split('\t')[-1], '%s: %s is missing' % (name, expert))
        report.check(spent < SECONDS or times > 1, '%s takes %.2f s' % (name, spent))
        report.check(memory < MEMORY or times > 1, '%s takes %d MiB' % (name, memory >> 20))


def main():
    report = kafkatest.Report()
    kafkatest.require_plugin()
    with tempfile.TemporaryDirectory() as folder:
        check_cases(report, folder)
        check_bombs(report, folder)
    report.end()


if __name__ == '__main__':
    main()
