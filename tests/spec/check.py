#!/usr/bin/env python3
"""Does tshark show the messages of the specification row by row?

Each .tsv file here is a message's object tree: a row for each item, with its label (indented by its depth), its type,
value, offset and size. The messages' octets are made from these rows, and from nothing else; then each row must be an
item of tshark's tree: at the same place in the tree, with that label, value, offset and size, and nothing beside it.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import glob
import os
import re
import struct
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkatest

APIS = ('BeginQuorumEpoch', 'FetchSnapshot', 'WriteShareGroupState')
INTEGERS = {'int8': '>b', 'int16': '>h', 'int32': '>i', 'int64': '>q', 'uint16': '>H', 'uint32': '>I'}
CHECKSUM = 'crc32c of the bytes that follow'
# Values that are what the row is, or that its children are, rather than octets of its own.
STRUCTURE = ('', 'struct', 'empty', '1 RecordBatch')


class Row:
    def __init__(self, line):
        label, self.type, self.value, offset, size = line.split('\t')
        self.label = label.strip()
        self.depth = (len(label) - len(self.label)) // 2
        self.offset, self.size = int(offset, 16), int(size)
        self.rows = []

    def walk(self):
        yield self
        for row in self.rows:
            yield from row.walk()

    def __str__(self):
        return '%s [0x%04x, %d]' % (self.label, self.offset, self.size)


def read(path):
    """The topmost row of a file, with the others below it."""
    with open(path, encoding='utf-8') as lines:
        rows = [Row(line.rstrip('\n')) for line in lines if not line.startswith('#')]
    path_to = []
    for row in rows:
        del path_to[row.depth:]
        if path_to:
            path_to[-1].rows.append(row)
        path_to.append(row)
    return rows[0]


def crc32c(octets):
    crc = 0xffffffff
    for octet in octets:
        crc ^= octet
        for _ in range(8):
            crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
    return crc ^ 0xffffffff


def encode(row):
    """The octets of a row without rows below it."""
    if row.type in INTEGERS:
        value = 0 if row.value == CHECKSUM else int(row.value.split(' ')[0])
        return struct.pack(INTEGERS[row.type], value)
    if row.type == 'uvarint':
        return bytes((int(row.value.split(' ')[0]),))           # all below 128
    if row.type == 'uuid':
        return bytes.fromhex(row.value.replace('-', ''))
    return {'"" (compact, len+1=1)': b'\x01', '"" (int16 len=0)': b'\0\0'}[row.value]


def make(message):
    """The octets of a message, from its rows; also sets the value of a checksum's row."""
    octets = bytearray()
    for row in message.walk():
        if not row.rows:
            assert row.offset == len(octets), row
            part = encode(row)
            assert len(part) == row.size, row
            octets += part
    for batch in message.walk():
        for row in batch.rows:
            if row.value == CHECKSUM:
                row.value = str(crc32c(octets[row.offset + row.size:batch.offset + batch.size]))
                octets[row.offset:row.offset + row.size] = struct.pack('>I', int(row.value))
    assert len(octets) == message.size, message
    return bytes(octets)


def shows(item, value):
    """Is that the value which the item shows?"""
    if value in STRUCTURE:
        return True
    if value.startswith('""'):
        return item.show == '' and 'null' not in item.label
    m = re.fullmatch(r'(-?\d+)(?: (.*))?', value)
    if not m:
        return item.show == value
    words = (m[2] or '').strip('()')            # the API's name, the form of a length, the unit
    return kafkatest.number(item.show) == int(m[1]) and words in item.label


def compare(report, row, item):
    """Are the rows below a row the items below its item?"""
    rest = [child for child in item.visible()]
    for below in row.rows:
        found = None
        while rest and not found:
            child = rest.pop(0)
            if re.match(re.escape(below.label) + r'(?![\w\[])', child.label):
                found = child
            elif child.size and not child.label.startswith('['):
                report.check(False, '%s has an item that is no row: %s' % (row, child))
        if not report.check(found, 'no item below %s for the row %s' % (row, below)):
            continue
        report.check((found.start, found.size) == (below.offset, below.size), 'row %s is shown at %s' % (below, found))
        report.check(shows(found, below.value), 'row %s = %s is shown as %s' % (below, below.value, found.label))
        if below.rows:
            compare(report, below, found)
    for child in rest:
        report.check(not child.size or child.label.startswith('['), '%s has an item that is no row: %s' % (row, child))


def main():
    report = kafkatest.Report()
    capture, sent = kafkatest.Capture(), {}
    for api in APIS:
        connection = capture.connection()
        for kind in ('Request', 'Response'):
            message = read(os.path.join(HERE, api + kind + '.tsv'))
            sent[connection.send(kind == 'Request', make(message))] = message
    assert len(sent) == len(glob.glob(os.path.join(HERE, '*.tsv')))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'spec.pcap')
        capture.write(path)
        packets = kafkatest.packets(path)
    for frame, message in sent.items():
        layers = packets[frame - 1].messages()
        if report.check(len(layers) == 1, '%s: %d Kafka layers' % (message, len(layers))):
            report.check((layers[0].start, layers[0].size) == (0, message.size), '%s: %s' % (message, layers[0]))
            api, kind = re.fullmatch(r'(\w+?)(Request|Response)', message.label).groups()
            name = '%s %s %s' % (api, message.type.split()[-1], kind)
            report.check(name in layers[0].label, '%s: its layer is called %s' % (message, layers[0].label))
            compare(report, message, layers[0])
    report.end()


if __name__ == '__main__':
    main()
