#!/usr/bin/env python3
"""Small inputs, a sentence each, and what tshark must show of them.

    run.py [-k WORD]        only cases with that word in their name

The .case files here hold them; README.md tells how they are written. All cases become connections of one capture, so
tshark runs twice in all: for the trees, and for the Info column.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import argparse
import glob
import os
import re
import struct
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkatest

TOKEN = re.compile(r'\s*(?:(?P<kind>[sc]?)"(?P<text>[^"]*)"|(?P<hex>(?:[0-9a-fA-F]{2})+)(?:\*(?P<times>\d+))?|'
                   r'(?P<cut>/)|(?P<comment>#.*)$)')
# What must be expected by name: whatever is found of these but not expected is a fault.
REMARKABLE = ('kafka.expert.', 'kafka.undecoded')


class Message:
    def __init__(self, where, direction, octets, cuts, joined):
        self.where, self.from_client = where, direction == '>'
        self.octets, self.cuts, self.joined = octets, cuts, joined
        self.expected = []              # (where, field, relation, value)
        self.frame = self.layer = None


class Case:
    def __init__(self, name):
        self.name, self.sentence, self.port, self.messages = name, '', 9092, []
        self.client_port, self.late = None, False


def varint(number):
    octets = bytearray()
    while number > 127:
        octets.append(number & 127 | 128)
        number >>= 7
    return bytes(octets) + bytes((number,))


def assemble(text, where):
    """The octets that a line stands for, and the places where it is cut."""
    octets, cuts, at = b'', [], 0
    while at < len(text.rstrip()):
        m = TOKEN.match(text, at)
        if not m:
            sys.exit('%s: what is this? %s' % (where, text[at:]))
        at = m.end()
        if m['text'] is not None:
            content = m['text'].encode()
            octets += {'': b'', 's': struct.pack('>h', len(content)), 'c': varint(len(content) + 1)}[m['kind']]
            octets += content
        elif m['hex']:
            octets += bytes.fromhex(m['hex']) * int(m['times'] or 1)
        elif m['cut']:
            cuts.append(len(octets))
    return octets, cuts


def read(path):
    """The cases of a file."""
    cases = []
    with open(path, encoding='utf-8') as lines:
        for number, line in enumerate(lines, 1):
            where = '%s:%d' % (os.path.basename(path), number)
            line = line.rstrip()
            if not line or line.startswith('#'):
                continue
            if line.startswith('== '):
                cases.append(Case(line[3:]))
                continue
            if not cases:
                sys.exit('%s: a case begins with ==' % where)
            case = cases[-1]
            m = re.match(r'(\+?)([<>])(!?) (.*)', line)
            if m:
                octets, cuts = assemble(m[4], where)
                if not m[3]:
                    octets, cuts = kafkatest.framed(octets), [4 + cut for cut in cuts]
                case.messages.append(Message(where, m[2], octets, cuts, bool(m[1])))
            elif line.startswith('    '):
                m = re.match(r'(no )?([\w.]+)(?: (=|~) ?(.*))?$', line.strip())
                if not m or not case.messages:
                    sys.exit('%s: what is this? %s' % (where, line))
                case.messages[-1].expected.append((where, m[2], 'no' if m[1] else m[3] or 'is there', m[4] or ''))
            elif line.startswith('port '):
                case.port = int(line[5:])
            elif line.startswith('client port '):
                case.client_port = int(line[12:])
            elif line == 'begun before the capture':
                case.late = True
            else:
                case.sentence += line + ' '
    for case in cases:
        if not case.sentence or not case.messages:
            sys.exit('%s: the case %s lacks a sentence or a message' % (path, case.name))
    return cases


def send(capture, case):
    """Adds a case's connection to the capture. A message gets the frame where it ends, and its place among those."""
    connection = capture.connection(case.port, case.client_port, case.late)
    segments = []                       # [direction, octets, the messages that end in it]
    for message in case.messages:
        parts = [message.octets[a:b] for a, b in zip([0, *message.cuts], [*message.cuts, len(message.octets)])]
        if message.joined:
            segments[-1][1] += parts.pop(0)
        segments += [[message.from_client, part, []] for part in parts]
        segments[-1][2].append(message)
    for from_client, octets, messages in segments:
        frame = connection.send(from_client, octets)
        for layer, message in enumerate(messages):
            message.frame, message.layer = frame, layer


def value_of(case, text):
    """A value in an expectation: @2 is the frame of the case's second message."""
    return re.sub(r'^@(\d+)$', lambda m: str(case.messages[int(m[1]) - 1].frame), text)


def same(shown, wanted):
    number = kafkatest.number(wanted)
    return shown == wanted or (number is not None and kafkatest.number(shown) == number)


def check(report, case, message, layer, info):
    for where, field, relation, wanted in message.expected:
        found = layer.find(field)
        shown = [item.show for item in found]
        labels = [item.label for item in found]
        if field == 'info':
            report.check(wanted in info, '%s: %s: Info is %s, without %s' % (where, case.name, info, wanted))
        elif relation == 'no':
            report.check(not found, '%s: %s: %s is there: %s' % (where, case.name, field, ' | '.join(labels)))
        elif relation == '=':
            values = [value_of(case, value) for value in wanted.split(' | ')]
            report.check(len(shown) == len(values) and all(map(same, shown, values)),
                         '%s: %s: %s is %s, not %s' % (where, case.name, field, ' | '.join(shown) or 'missing', wanted))
        elif relation == '~':
            report.check(any(wanted in label for label in labels), '%s: %s: %s is %s, without %s' % (
                where, case.name, field, ' | '.join(labels) or 'missing', wanted))
        else:
            report.check(found, '%s: %s: %s is missing' % (where, case.name, field))
    expected = {field for _, field, relation, _ in message.expected if relation != 'no'}
    for item in layer.walk():
        if item.name.startswith(REMARKABLE) and item.name not in expected:
            report.check(False, '%s: %s: nobody expects %s' % (message.where, case.name, item))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('-k', default='', dest='word')
    parser.add_argument('--keep', metavar='FILE', help='write the capture there')
    a = parser.parse_args()
    files = sorted(glob.glob(os.path.join(HERE, '*.case')))
    cases = [case for path in files for case in read(path) if a.word in case.name]
    capture = kafkatest.Capture()
    for case in cases:
        send(capture, case)
    with tempfile.TemporaryDirectory() as folder:
        path = a.keep or os.path.join(folder, 'cases.pcap')
        capture.write(path)
        packets = kafkatest.packets(path)
        infos = [' '.join(row[0]) for row in kafkatest.fields(path, ['_ws.col.Info'])]

    report = kafkatest.Report()
    for case in cases:
        for message in case.messages:
            layers = packets[message.frame - 1].messages()
            here = sum(1 for other in case.messages if other.frame == message.frame)
            if report.check(len(layers) == here, '%s: %s: %d Kafka layers in frame %d, not %d' % (
                    message.where, case.name, len(layers), message.frame, here)):
                check(report, case, message, layers[message.layer], infos[message.frame - 1])
            report.check(not packets[message.frame - 1].malformed(), '%s: %s: the dissector broke off' % (
                message.where, case.name))
    print('%d cases' % len(cases))
    report.end()


if __name__ == '__main__':
    main()
