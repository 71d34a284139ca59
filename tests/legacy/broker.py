#!/usr/bin/env python3
"""A small Kafka 0.7 broker, for clients of that time to talk to while they are captured.

    broker.py [--port N]

Written from the wire format document. It keeps messages in memory as they came, each partition one sequence of octets;
an offset is a position in it. Every topic is there as soon as it is named, with two partitions. It prints a line when
it listens, and ends with its standard input.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import argparse
import collections
import socketserver
import struct
import sys
import threading
import zlib

import wire

PARTITIONS = 2


class Request:
    """Reads a request's body. Whoever reads past the end gets struct.error."""

    def __init__(self, octets):
        self.octets, self.at = octets, 0

    def number(self, form):
        (value,) = struct.unpack_from('>' + form, self.octets, self.at)
        self.at += struct.calcsize('>' + form)
        return value

    def take(self, length):
        if length < 0 or self.at + length > len(self.octets):
            raise struct.error('%d octets at %d of %d' % (length, self.at, len(self.octets)))
        self.at += length
        return self.octets[self.at - length:self.at]

    def topic(self):
        return self.take(self.number('h')).decode(), self.number('i')


class Broker:
    def __init__(self):
        self.logs = collections.defaultdict(bytes)
        self.lock = threading.Lock()

    def answer(self, octets):
        """The response to a request without its length; None where there is none."""
        body = Request(octets)
        handler = (self.produce, self.fetch, self.multifetch, self.multiproduce, self.offsets)[body.number('H')]
        with self.lock:
            return handler(body)

    def produce(self, body):
        topic, partition = body.topic()
        content = body.take(body.number('i'))
        if partition == -1:
            partition = zlib.crc32(content) % PARTITIONS
        if self.is_valid(content):
            self.logs[topic, partition] += content

    def multiproduce(self, body):
        for _ in range(body.number('h')):
            self.produce(body)

    @staticmethod
    def is_valid(content):
        body = Request(content)
        while body.at < len(content):
            message = Request(body.take(body.number('i')))
            if message.number('b') == 1:
                message.number('b')
            if message.number('I') != zlib.crc32(message.octets[message.at:]):
                return False
        return True

    def fetch_one(self, body):
        """The error and the messages that one fetch is answered with; the last of them may be cut."""
        (topic, partition), offset, max_size = body.topic(), body.number('q'), body.number('i')
        log = self.logs[topic, partition]
        if not 0 <= partition < PARTITIONS:
            return wire.WRONG_PARTITION, b''
        if max_size < 1:
            return wire.INVALID_FETCH_SIZE, b''
        if not 0 <= offset <= len(log):
            return wire.OFFSET_OUT_OF_RANGE, b''
        return wire.NO_ERROR, log[offset:offset + max_size]

    @staticmethod
    def fetched(error, content):
        return struct.pack('>ih', 2 + len(content), error) + content

    def fetch(self, body):
        return self.fetched(*self.fetch_one(body))

    def multifetch(self, body):
        sets = b''.join(self.fetched(*self.fetch_one(body)) for _ in range(body.number('h')))
        return self.fetched(wire.NO_ERROR, sets)

    def offsets(self, body):
        (topic, partition), time, max_number = body.topic(), body.number('q'), body.number('i')
        end = len(self.logs[topic, partition])
        found = {wire.LATEST: [end, 0], wire.EARLIEST: [0]}.get(time, [0])[:max_number]
        return wire.offsets_response(found).octets


class Connection(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self):
        while len(size := self.rfile.read(4)) == 4:
            response = self.server.broker.answer(self.rfile.read(*struct.unpack('>i', size)))
            if response:
                self.wfile.write(response)


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port):
        super().__init__(('127.0.0.1', port), Connection)
        self.broker = Broker()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--port', type=int, default=9092)
    server = Server(parser.parse_args().port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print('listening on port %d' % server.server_address[1], flush=True)
    sys.stdin.read()


if __name__ == '__main__':
    main()
