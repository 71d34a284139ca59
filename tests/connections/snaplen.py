#!/usr/bin/env python3
"""Captures of which each packet was cut: what is there is shown, and pairs are found.

Each frame of some captures is cut to a number of octets, as by tcpdump's -s. Every message that begins a segment must
be named in Info as in the whole capture if its header was captured, requests and responses must find each other, and
none may be called anything that it is not.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import struct
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import captures
import kafkatest

CAPTURES = 'java44-admin', 'kafkajs-2.2.4', 'java44-produce-codecs', 'kcat-librdkafka20'
LENGTHS = 78, 96, 128, 200              # with Ethernet, IP and TCP with timestamps: 66 octets of headers
SIZE = 4
REQUEST_END = 12                        # octets up to behind a request's correlation id
FIELDS = ['frame.number', 'kafka.api_key', 'kafka.api_version', 'kafka.correlation_id', 'kafka.request_frame',
          'kafka.response_frame', 'kafka.expert.bad_size']


def cut(octets, length):
    """A pcap with frames of at most that many octets."""
    out = bytearray(octets[:24])
    for _, start, end in captures.records(octets):
        header = bytearray(octets[start - 16:start])
        struct.pack_into('<I', header, 8, min(end - start, length))
        out += header + octets[start:min(end, start + length)]
    return out


def is_message(octets):
    """Is this one whole message?"""
    return len(octets) > SIZE and SIZE + struct.unpack_from('>i', octets)[0] == len(octets)


def rows(path):
    chosen = [argument for name in FIELDS for argument in ('-e', name)]
    text = kafkatest.tshark('-2', '-r', path, '-T', 'fields', '-E', 'occurrence=f', *chosen)
    return {int(line.split('\t')[0]): dict(zip(FIELDS, line.split('\t'))) for line in text.split('\n')[:-1]}


def main():
    report = kafkatest.Report()
    with tempfile.TemporaryDirectory() as folder:
        for name in CAPTURES:
            path = kafkatest.captures()[name]
            with open(path, 'rb') as file:
                octets = bytearray(file.read())
            whole, named = rows(path), 0
            alone = {str(segment.frame) for segment in captures.segments(octets) if is_message(segment.content())}
            for length in LENGTHS:
                short = os.path.join(folder, 'short.pcap')
                with open(short, 'wb') as file:
                    file.write(cut(octets, length))
                shown = rows(short)
                for segment in captures.segments(octets):
                    row, original = shown[segment.frame], whole[segment.frame]
                    what = '%s cut to %d, frame %d' % (name, length, segment.frame)
                    report.check(not row['kafka.expert.bad_size'], '%s: impossible size' % what)
                    begin, there = segment.content(), length - (segment.payload - segment.start)
                    if not original['kafka.correlation_id'] or there < REQUEST_END:
                        continue
                    if not is_message(begin):
                        continue
                    named += 1
                    for field in FIELDS[1:]:
                        if field == 'kafka.response_frame' and original[field] not in alone:
                            continue                        # it ends in another frame than it begins in
                        report.check(row[field] == original[field], '%s: %s is %s, not %s' % (
                            what, field, row[field], original[field]))
            report.check(named > 50, '%s: only %d messages' % (name, named))
    report.end()


if __name__ == '__main__':
    main()
