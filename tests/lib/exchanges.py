"""Real messages, in pairs of a request and its response: from Kafka's own classes and from captures.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import itertools
import json
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '..', 'oracle'))
import archive
import kafkatest

SERVER_PORTS = (9092, 9093, 9094, 9192, 9193, 9292, 9293)
LAST_KEY = 200                          # beyond it, octets are no request
SYN = 0x02

# Messages without the size before them. `key` and `version` are the request's.
Exchange = collections.namedtuple('Exchange', 'key version request response')


def of_oracle(folder, kinds=('smallest', 'random')):
    """The exchanges of the oracle's runs in pcaps/oracle/ of these kinds, unpacked into `folder`."""
    found = []
    source = os.path.join(kafkatest.ROOT, 'pcaps', 'oracle')
    for name in sorted(os.listdir(source)):
        if not name.startswith(kinds):
            continue
        run = os.path.join(folder, name.split('.')[0])
        archive.unpack(os.path.join(source, name), run)
        request = None
        with open(os.path.join(run, 'cases.jsonl'), encoding='utf-8') as lines:
            for case in map(json.loads, lines):
                message = bytes.fromhex(case['hex'])[4:]
                if case['dir'] == 'request':
                    request = message
                else:
                    found.append(Exchange(case['key'], case['version'], request, message))
    return found


# ---------------------------------------------------------------------------------------------------------- captures
def segments(path):
    """(source, target, flags, sequence number, payload) of each TCP segment of a pcap file of Ethernet and IPv4."""
    with open(path, 'rb') as file:
        pcap = file.read()
    at = 24
    while at + 16 <= len(pcap):
        size = struct.unpack_from('<I', pcap, at + 8)[0]
        frame = pcap[at + 16:at + 16 + size]
        at += 16 + size
        if frame[12:14] != b'\x08\0' or frame[23] != 6:
            continue
        ip = frame[14:14 + struct.unpack_from('>H', frame, 16)[0]]
        tcp = ip[(ip[0] & 15) * 4:]
        source, target, sequence = struct.unpack_from('>HHI', tcp)
        yield (ip[12:16], source), (ip[16:20], target), tcp[13], sequence, tcp[(tcp[12] >> 4) * 4:]


def streams(path):
    """(client, server) -> [the client's octets, the server's octets], of connections that begin in the capture."""
    data, next_sequence = {}, {}
    for source, target, flags, sequence, payload in segments(path):
        if flags & SYN:
            next_sequence[source, target] = (sequence + 1) & 0xffffffff
            data[source, target] = bytearray()
        elif payload and next_sequence.get((source, target)) == sequence:
            data[source, target] += payload
            next_sequence[source, target] = (sequence + len(payload)) & 0xffffffff
    return {(client, server): (octets, data.get((server, client), b'')) for (client, server), octets in data.items()
            if server[1] in SERVER_PORTS}


def messages(octets):
    """The messages in one direction of a connection, up to the first thing that is none."""
    at = 0
    while at + 4 <= len(octets):
        size = struct.unpack_from('>i', octets, at)[0]
        if size < 4 or at + 4 + size > len(octets):
            return
        yield bytes(octets[at + 4:at + 4 + size])
        at += 4 + size


def all_streams():
    """What client and server send in each connection of the captures in pcaps/ that are not encrypted."""
    for path in kafkatest.captures().values():
        if path.endswith('.pcap'):
            yield from streams(path).values()


def in_order():
    """(the client's message, the server's) of the captures, one after the other: 0.7 and SASL tokens too."""
    return [pair for sent, received in all_streams()
            for pair in itertools.zip_longest(messages(sent), messages(received), fillvalue=b'')]


def of_captures():
    """The exchanges of the captures."""
    found = []
    for sent, received in all_streams():
        responses = collections.defaultdict(collections.deque)
        for message in messages(received):
            responses[message[:4]].append(message)
        for message in messages(sent):
            key, version = struct.unpack_from('>hh', message)
            if not 0 <= key <= LAST_KEY or len(message) < 8:
                break
            if responses[message[4:8]]:
                found.append(Exchange(key, version, message, responses[message[4:8]].popleft()))
    return found
