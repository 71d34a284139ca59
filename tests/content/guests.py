#!/usr/bin/env python3
"""Do keys and values of records reach the dissectors that the user chose for their topic?

By the table kafka.topic (-d), by the preference table of topics, with and without the header of a schema registry, and
by the preferences for JSON and XML. Where nothing is chosen, text is shown as text, and whatever was chosen, the value
stays the octets that it is.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkatest

PRODUCE = 0
GUESTS = 'json', 'xml', 'protobuf'      # the dissectors that are called here
JSON = b'{"id": 7, "name": "caf\xc3\xa9"}'
XML = b'<?xml version="1.0"?><order id="7"/>'
PROTOBUF = b'\x08\x96\x01'              # field 1: 150
SCHEMA_ID = b'\0\0\0\1\2'               # 258
TOPICS = 'uat:kafka_topics:"%s","%s","%s","%s","%s"'


def string(text):
    return struct.pack('>h', len(text)) + text.encode()


def octets(content):
    return struct.pack('>i', -1) if content is None else struct.pack('>i', len(content)) + content


def produce(number, topic, key, value):
    """A Produce v0 request with one message of format 0."""
    message = struct.pack('>bb', 0, 0) + octets(key) + octets(value)
    message = struct.pack('>I', zlib.crc32(message)) + message
    message = struct.pack('>qi', 0, len(message)) + message
    return (struct.pack('>hhi', PRODUCE, 0, number) + string('c') + struct.pack('>hii', 1, 1000, 1) + string(topic) +
            struct.pack('>ii', 1, 0) + octets(message))


RECORDS = {
    'json': ('orders', b'k1', JSON),
    'xml': ('orders-xml', None, XML),
    'text': ('words', b'na\xc3\xafve', b'two\nlines'),
    'binary': ('bits', b'\0\1', b'\xff\xfe'),
    'avro': ('avro', b'k', SCHEMA_ID + b'\x0eabcdefg'),
    'protobuf': ('proto', b'k', SCHEMA_ID + b'\0' + PROTOBUF),
    'protobuf nested': ('proto', b'k', SCHEMA_ID + b'\4\2\0' + PROTOBUF),
    'json key': ('by-key', b'[1, 2]', b'v'),
    'no json': ('orders', b'k2', b'{"id": 7'),
    'empty': ('orders', b'', b''),
    'null': ('orders', None, None),
    'zeros': ('proto', b'k', b'\0\0\0\1\2\xff\xff\xff\xff\x0f'),
}


def parts(item):
    """
    The first octet of each leaf and the one behind it. Another dissector's layer is one. It stands for the last octets
    of the item around it; where its own begin with that item, Wireshark counts them in a copy: XML, from 4.4 on.
    """
    for child in item.visible():
        below = [] if child.name in GUESTS else list(parts(child))
        if child.name in GUESTS:
            end = item.end if child.start == item.start else child.end
            yield end - child.size, end
        elif below:
            yield from below
        elif child.size > 0:
            yield child.start, child.end


class Run:
    """What tshark shows of the records, by their names, with some options."""

    def __init__(self, report, path, frames, *options):
        packets = kafkatest.packets(path, *options)
        self.report, self.what = report, ' '.join(options)
        self.layers = {name: packets[frame - 1].messages()[0] for name, frame in frames.items()}
        for name, layer in self.layers.items():
            report.check(not packets[frames[name] - 1].malformed(), '%s: %s breaks off' % (self.what, name))
            for part, content in zip(('key', 'value'), RECORDS[name][1:]):
                self.check(name, 'kafka.record.' + part, [(content or b'').hex(':')])
            self.covers(name, layer)

    def covers(self, name, layer):
        """Each octet is shown; what the other dissectors show of theirs is their business."""
        at = 0
        for start, end in sorted(parts(layer)):
            self.report.check(start <= at, '%s: %s: octet %d is not shown' % (self.what, name, at))
            at = max(at, end)
        self.report.check(at == layer.size, '%s: %s: the end is not shown' % (self.what, name))

    def values(self, name, field):
        return [item.show for item in self.layers[name].find(field)]

    def check(self, name, field, expected):
        shown = self.values(name, field)
        self.report.check(shown == expected, '%s: %s: %s is %s, not %s' % (self.what, name, field, shown, expected))

    def label(self, name, field, expected):
        label = self.layers[name].find(field)[0].label
        self.report.check(expected in label, '%s: %s: the label is %s, without %s' % (self.what, name, label, expected))

    def only(self, names, field):
        found = [name for name in self.layers if self.layers[name].find(field)]
        self.report.check(found == names, '%s: %s is in %s, not in %s' % (self.what, field, found, names))


def main():
    report = kafkatest.Report()
    capture = kafkatest.Capture()
    connection = capture.connection()
    frames = {name: connection.request(produce(number, *record)) for number, (name, record) in
              enumerate(RECORDS.items())}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'content.pcap')
        capture.write(path)

        run = Run(report, path, frames)
        for field in ('json', 'xml', 'protobuf', 'kafka.registry.schema_id', 'kafka.expert.unknown_content'):
            run.only([], field)
        run.label('json', 'kafka.record.value', '"{"id": 7, "name": "caf\u00e9"}"')
        run.label('text', 'kafka.record.key', '"na\u00efve"')
        run.label('text', 'kafka.record.value', '"two\\nlines"')
        report.check('"' not in run.layers['binary'].find('kafka.record.value')[0].label, 'binary: shown as text')

        run = Run(report, path, frames, '-d', 'kafka.topic==orders,json')
        run.only(['json', 'no json'], 'json')
        run.check('json', 'json.key', ['id', 'name'])

        run = Run(report, path, frames, '-o', TOPICS % ('orders*', 'value', 'none', 'json', ''))
        run.check('json', 'json.key', ['id', 'name'])
        run = Run(report, path, frames, '-o', TOPICS % ('by-key', 'key', 'none', 'json', ''))
        run.only(['json key'], 'json')

        run = Run(report, path, frames, '-o', TOPICS % ('avro', 'value', 'schema id', '', ''))
        run.only(['avro'], 'kafka.registry.schema_id')
        run.check('avro', 'kafka.registry.schema_id', ['258'])
        run.check('avro', 'data.data', [b'\x0eabcdefg'.hex(':')])

        run = Run(report, path, frames, '-o',
                  TOPICS % ('pro?o', 'value', 'schema id and message indexes', 'protobuf', 'shop.Order'))
        run.only(['protobuf', 'protobuf nested'], 'protobuf')
        run.only(['zeros'], 'kafka.expert.unknown_content')
        run.check('protobuf', 'kafka.registry.message_index.count', ['0'])
        run.check('protobuf nested', 'kafka.registry.message_index', ['1', '0'])
        run.label('protobuf', 'protobuf', 'shop.Order')
        run.check('protobuf', 'protobuf.field.number', ['1'])

        run = Run(report, path, frames, '-o', 'kafka.json:TRUE')
        run.only(['json', 'json key'], 'json')
        run = Run(report, path, frames, '-o', 'kafka.xml:TRUE')
        run.only(['xml'], 'xml')

        chosen = kafkatest.fields(path, ['frame.number'], '-d', 'kafka.topic==orders,json', '-Y', 'json.key == "name"')
        report.check(chosen == [[[str(frames['json'])]]], 'a filter on what is inside finds %s' % chosen)
        # -T fields makes all of the tree visible; without it nothing but the filter asks for what is inside.
        listed = kafkatest.tshark('-r', path, '-d', 'kafka.topic==orders,json', '-Y', 'json.key == "name"')
        report.check(len(listed.splitlines()) == 1, 'the same filter alone lists %r' % listed)
        refused = subprocess.run([kafkatest.TSHARK, '-r', path, '-o', TOPICS % ('t', 'value', 'none', 'no-such', '')],
                                 capture_output=True)
        report.check(refused.returncode != 0 and b'no-such' in refused.stderr,
                     'nobody complains of a dissector that is not there: %s' % refused.stderr)
    report.end()


if __name__ == '__main__':
    main()
