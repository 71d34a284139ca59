"""Captures as they are on disk, packet by packet, to be changed: what the tests here share.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import struct

ETHERNET, COOKED = 1, 113
SECTION, INTERFACE, SIMPLE, ENHANCED = 0x0a0d0d0a, 1, 3, 6


class Segment:
    """A TCP segment within the octets of a capture file. `tcp` and `payload` are offsets in those."""

    def __init__(self, frame, octets, start, end, ip):
        self.frame, self.octets, self.start, self.end, self.ip = frame, octets, start, end, ip
        self.tcp = ip + (octets[ip] & 15) * 4
        self.payload = self.tcp + (octets[self.tcp + 12] >> 4) * 4
        self.payload_end = min(end, ip + struct.unpack_from('>H', octets, ip + 2)[0])

    def ports(self):
        return struct.unpack_from('>HH', self.octets, self.tcp)

    def addresses(self):
        return bytes(self.octets[self.ip + 12:self.ip + 16]), bytes(self.octets[self.ip + 16:self.ip + 20])

    def flags(self):
        return self.octets[self.tcp + 13]

    def content(self):
        return bytes(self.octets[self.payload:self.payload_end])

    def set_ports(self, source, target):
        struct.pack_into('>HH', self.octets, self.tcp, source, target)


def records(octets):
    """(link type, start, end) of each packet in a pcap or pcapng file of this machine's byte order."""
    if struct.unpack_from('<I', octets)[0] != SECTION:
        link, at = struct.unpack_from('<I', octets, 20)[0], 24
        while at < len(octets):
            length = struct.unpack_from('<I', octets, at + 8)[0]
            yield link, at + 16, at + 16 + length
            at += 16 + length
        return
    links, at = [], 0
    while at < len(octets):
        kind, size = struct.unpack_from('<II', octets, at)
        if kind == INTERFACE:
            links.append(struct.unpack_from('<H', octets, at + 8)[0])
        elif kind == ENHANCED:
            interface, _, _, length = struct.unpack_from('<IIII', octets, at + 8)
            yield links[interface], at + 28, at + 28 + length
        elif kind == SIMPLE:
            raise ValueError('simple packet blocks are not read here')
        at += size


def segments(octets):
    """The TCP segments over IPv4 in the octets (a bytearray) of a capture file."""
    for frame, (link, start, end) in enumerate(records(octets), 1):
        ip = start + {ETHERNET: 14, COOKED: 16}[link]
        if end - ip >= 40 and octets[ip] >> 4 == 4 and octets[ip + 9] == 6:
            yield Segment(frame, octets, start, end, ip)
