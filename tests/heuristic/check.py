#!/usr/bin/env python3
"""Is nothing taken for Kafka that is something else?

    check.py                compares the corpus with streams.tsv, and lets tshark read it
    check.py --update       writes streams.tsv

All conversations of corpus.py, each on a port that means nothing to Wireshark, make one capture, in which tshark must
find no Kafka, with all heuristics that it has by default. A conversation of Kafka among them must be found.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import argparse
import inspect
import os
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import corpus
import kafkatest

PORTS = 36333, 38412, 51820, 61234      # no dissector of Wireshark's has these
KAFKA = kafkatest.framed(bytes.fromhex('0012 0000 00000001 0003') + b'cli')
LIST = os.path.join(HERE, 'streams.tsv')


def table(streams):
    lines = ['# stream\toctets\tCRC-32\tafter']
    kinds = {kind.__name__: kind for kind in corpus.KINDS}
    for name, parts in streams:
        octets = b''.join(part for _, part in parts)
        source = inspect.getdoc(kinds[name.rsplit('-', 1)[0]]).split('\n')[0]
        lines.append('%s\t%d\t%08x\t%s' % (name, len(octets), zlib.crc32(octets), source))
    return '\n'.join(lines) + '\n'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--update', action='store_true')
    a = parser.parse_args()
    streams = list(corpus.streams())
    if a.update:
        with open(LIST, 'w', encoding='utf-8') as file:
            file.write(table(streams))
        return

    report = kafkatest.Report()
    with open(LIST, encoding='utf-8') as file:
        report.check(file.read() == table(streams), 'streams.tsv is not the list of this corpus')
    report.check(len(streams) >= 200, 'only %d streams' % len(streams))

    capture, owner = kafkatest.Capture(), {}
    for number, (name, parts) in enumerate(streams + [('kafka', [(True, KAFKA)])]):
        connection = capture.connection(PORTS[number % len(PORTS)], 10000 + number)
        for from_client, octets in parts:
            owner[connection.send(from_client, octets)] = name
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'corpus.pcap')
        capture.write(path)
        for passes in ((), ('-2',)):
            text = kafkatest.tshark(*passes, '-r', path, '-Y', 'kafka', '-T', 'fields', '-e', 'frame.number')
            found = {owner[int(line)] for line in text.split()}
            report.check('kafka' in found, 'Kafka is not found at all')
            for name, _ in streams:
                report.check(name not in found, '%s is taken for Kafka' % name)
    print('%d streams' % len(streams))
    report.end()


if __name__ == '__main__':
    main()
