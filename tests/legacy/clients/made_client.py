#!/usr/bin/env python3
"""What no client of the time that runs today sends: compressed messages, and odd segments. Written from the document.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import socket
import struct
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '..'))
import wire

PAUSE = 0.02        # so that what is sent at once is one segment


class Client:
    def __init__(self, segment=1460):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.connect(('127.0.0.1', 9092))
        self.file = self.socket.makefile('rb')

    def send(self, *requests, cuts=()):
        """Sends requests in one segment, or in several that end at the cuts."""
        octets = b''.join(request.octets for request in requests)
        for start, end in zip((0, *cuts), (*cuts, len(octets))):
            self.socket.sendall(octets[start:end])
            time.sleep(PAUSE)

    def receive(self, count=1):
        for _ in range(count):
            octets = self.file.read(*struct.unpack('>i', self.file.read(4)))
            print('%d octets, error %d' % (len(octets), *struct.unpack_from('>h', octets)))


def text(*texts, magic=1):
    return wire.messages(*[wire.message(one.encode(), magic) for one in texts])


def main():
    client = Client()
    client.send(wire.produce('packed', 0, wire.messages(
        wire.message(text('one', 'two', 'three'), codec=wire.GZIP), wire.message(b'between, not compressed'),
        wire.message(text('vier', 'vier, vier', 'vier, vier, vier', magic=0), codec=wire.SNAPPY))))
    client.send(wire.produce('packed', -1, text('to any partition')))
    client.send(wire.multiproduce(
        ('packed', 1, wire.message(text('gzip', 'in', 'multiproduce'), codec=wire.GZIP)),
        ('plain', 0, text('magic 0', 'without a codec', magic=0)),
        ('packed', 1, wire.message(wire.message(text('within', 'within'), codec=wire.SNAPPY), codec=wire.GZIP))))
    client.send(wire.fetch('packed', 0, 0, 4096))
    client.receive()
    client.send(wire.multifetch(('packed', 0, 0, 150), ('packed', 5, 0, 4096), ('plain', 0, 0, 4096),
                                ('plain', 0, -5, 4096), ('packed', 1, 0, 4096), ('packed', 1, 0, 0)))
    client.receive()
    # Three requests in one segment, their responses at once, too.
    client.send(wire.fetch('plain', 0, 0, 4096), wire.offsets('plain', 0, wire.LATEST, 2), wire.fetch('plain', 0, 99999, 1))
    client.receive(3)
    # A request in four segments, the first of which ends in its length; another one begins in the last.
    client.send(wire.produce('plain', 1, text('over', 'several', 'segments')), wire.fetch('plain', 1, 0, 4096),
                cuts=(2, 15, 40))
    client.receive()
    # A request for which there is no response, while one is awaited.
    client.send(wire.offsets('plain', 1, wire.EARLIEST, 1), wire.produce('plain', 1, text('behind')),
                wire.offsets('plain', 1, wire.LATEST, 10))
    client.receive(2)
    # A message whose checksum is wrong.
    client.send(wire.produce('plain', 0, wire.message(b'not what was sent', checksum=0xdeadbeef)))
    # A response in several segments.
    client = Client(segment=300)
    client.send(wire.produce('plain', 1, wire.message(bytes(range(256)) * 3)), wire.fetch('plain', 1, 0, 200000))
    client.receive()


if __name__ == '__main__':
    main()
