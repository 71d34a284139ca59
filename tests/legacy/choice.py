#!/usr/bin/env python3
"""Kafka 0.7 where the first message of a connection does not tell: Decode As, the preference. What is missing of a
connection: its beginning, a segment, the end of frames. And the filter names.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..', 'lib')]
import kafkatest
import wire

PORT = 7092
SILENT = '7093'     # a port on which nothing tells


def capture(path):
    """A connection whose first request is none that can be recognised: a topic with a blank, and a name too long."""
    made = kafkatest.Capture()
    connection = made.connection(PORT)
    connection.send(True, wire.fetch('with blank', 2, 100, 1000).octets)
    connection.send(False, wire.fetch_response(wire.OFFSET_OUT_OF_RANGE).octets)
    connection.send(True, wire.fetch('x' * 300, 3, 7, 1000).octets)
    connection.send(False, wire.fetch_response(wire.NO_ERROR, wire.messages(
        wire.message(b'one'), wire.message(b'two', magic=0))).octets)
    connection.send(True, wire.multiproduce(('a', 1, wire.message(wire.message(b'packed'), codec=wire.GZIP)),
                                            ('b', -1, wire.message(b'wrong', checksum=1))).octets)
    made.write(path)


def rows(path, filter_text, *options):
    return [' '.join(row[0]) for row in kafkatest.fields(path, ['frame.number'], *options, '-Y', filter_text)]


def infos(path, *options):
    """The Info column of each frame with Kafka, without what TCP says there."""
    rows = kafkatest.fields(path, ['_ws.col.Info'], *options, '-Y', 'kafka')
    return [re.sub(r'^\[TCP[^]]*\] *(\| )?', '', ' '.join(row[0])) for row in rows]


def check_missing(report, folder):
    request, response = wire.fetch('topic', 0, 50, 100).octets, wire.fetch_response(0, wire.message(b'text')).octets

    path = os.path.join(folder, 'ends.pcap')
    made = kafkatest.Capture()
    connection = made.connection(9092, 9092)
    connection.send(True, request)
    connection.send(False, response)
    made.write(path)
    report.check(infos(path) == ['FETCH Request (topic)', 'FETCH Response (topic)'],
                 'both ends on port 9092: %s' % infos(path))

    path = os.path.join(folder, 'middle.pcap')
    made = kafkatest.Capture()
    ports = 20000, 9092
    made.add(True, ports, 7000, 3000, made.PUSH, request[10:] + request)
    made.add(False, ports, 3000, 7000 + 2 * len(request), made.PUSH, response)
    made.write(path)
    report.check(infos(path) == ['Part of a message without its beginning | FETCH Request (topic)',
                                 'FETCH Response (topic)'], 'no beginning: %s' % infos(path))

    path = os.path.join(folder, 'lost.pcap')
    made = kafkatest.Capture()
    connection = made.connection()
    connection.send(True, wire.produce('topic', 0, wire.message(b'text')).octets)
    connection.next[True] += 700
    connection.send(True, request[10:] + request)
    connection.send(False, response)
    made.write(path)
    found = infos(path, '-o', 'tcp.reassemble_out_of_order:FALSE')
    report.check(found == ['PRODUCE Request (topic)', 'Part of a message without its beginning | FETCH Request (topic)',
                           'FETCH Response (topic)'], 'a lost segment: %s' % found)

    path = os.path.join(folder, 'cut.pcap')
    made = kafkatest.Capture()
    connection = made.connection()
    connection.send(True, request)
    connection.send(False, wire.fetch_response(0, wire.message(bytes(500))).octets)
    connection.send(True, request)
    connection.send(False, response)
    made.write(path, snaplen=150)
    found = infos(path)
    report.check([info.split('[')[0] for info in found] == ['FETCH Request (topic)', 'FETCH Response (topic)'] * 2,
                 'frames that are cut: %s' % found)


def main():
    report = kafkatest.Report()
    with tempfile.TemporaryDirectory() as folder:
        check_missing(report, folder)
        path = os.path.join(folder, 'choice.pcap')
        capture(path)
        chosen = {
            'Decode As': ('-d', 'tcp.port==%d,kafka_0_7' % PORT),
            'preference': ('-o', 'kafka.legacy_ports:%d' % PORT),
            'preference over another port': ('-o', 'kafka.tcp_ports:%d' % PORT, '-o', 'kafka.legacy_ports:%d' % PORT),
        }
        expected = ['FETCH Request (with blank)', 'FETCH Response (with blank) OFFSET_OUT_OF_RANGE',
                    'FETCH Request (%s)' % ('x' * 300), 'FETCH Response (%s)' % ('x' * 300),
                    'MULTIPRODUCE Request (a, b)']
        for name, options in chosen.items():
            shown = infos(path, *options)
            report.check(shown == expected, '%s: %s' % (name, shown))
        report.check(not rows(path, 'kafka', '-o', 'kafka.legacy_ports:' + SILENT),
                     'decoded on a port that nobody chose')

        filters = {
            'kafka.legacy.request_type == 1': '4 5 6 7',
            'kafka.topic_name == "with blank"': '4 5',
            'kafka.partition_id == 3': '6 7',
            'kafka.partition_id == -1': '8',
            'kafka.offset == 100': '4',
            'kafka.max_bytes == 1000': '4 6',
            'kafka.error == 1': '5',
            'kafka.legacy.error_code == 0': '7',
            'kafka.record.offset == 20': '7',
            'kafka.record.value == "two"': '7',
            'kafka.record.value == "packed"': '8',
            'kafka.message_magic == 0': '7',
            'kafka.message_codec == 1': '8',
            'kafka.legacy.message.checksum.status == "Bad"': '8',
            'kafka.expert.bad_crc': '8',
            'kafka.expert.error_code': '5',
            'kafka.no_response': '8',
            'kafka.request_frame == 6': '7',
            'kafka.response_frame == 5': '4',
            'kafka.time < 0.002 && kafka.time > 0': '5 7',
            'kafka.len == 2': '5',
            'kafka.correlation_id': '',
        }
        for text, frames in filters.items():
            found = ' '.join(rows(path, text, *chosen['preference']))
            report.check(found == frames, '%s: frames %s, not %s' % (text, found or 'none', frames or 'none'))
    report.end()


if __name__ == '__main__':
    main()
