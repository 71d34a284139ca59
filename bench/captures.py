"""What the measured captures hold: record batches in messages that the built-in knows, and exchanges over and over.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import functools
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '..', 'tests', 'lib'))
import kafkatest
from exchanges import Exchange

SEGMENT = 1460                          # octets of a message in one segment


# ----------------------------------------------------------------------------------------------------------- records
@functools.lru_cache(maxsize=None)
def crc_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82f63b78 if value & 1 else 0)
        table.append(value)
    return table


def crc32c(octets):
    table, value = crc_table(), 0xffffffff
    for octet in octets:
        value = table[(value ^ octet) & 0xff] ^ value >> 8
    return value ^ 0xffffffff


def batches(message):
    """The record batches v2 in a message, recognised by their checksums."""
    at = 0
    while at + 61 <= len(message):
        size, magic, checksum = struct.unpack_from('>i4xbI', message, at + 8)
        end = at + 12 + size
        if magic == 2 and size >= 49 and end <= len(message) and crc32c(message[at + 21:end]) == checksum:
            yield message[at:end]
            at = end
        else:
            at += 1


CODECS = ('none', 'gzip', 'snappy', 'lz4', 'zstd')


def codec_of(batch):
    return CODECS[batch[22] & 7]


def with_records(source, each=60):
    """The batches of `source`, up to `each` of a codec: each in a Produce v7 request and in a Fetch v10 response."""
    counts, found, seen = collections.Counter(), [], set()
    for exchange in source:
        if exchange.key not in (0, 1, 78):
            continue
        for batch in (*batches(exchange.request), *batches(exchange.response)):
            codec = codec_of(batch)
            if batch in seen or counts[codec] >= each:
                continue
            seen.add(batch)
            counts[codec] += 1
            found += [in_produce(batch), in_fetch(batch)]
    return found, counts


def string(text):
    return struct.pack('>h', len(text)) + text


def in_produce(batch):
    """Produce v7, acks 1, with a response that has no error."""
    topic, header = string(b'orders'), string(b'client')
    request = struct.pack('>hhi', 0, 7, 0) + header + struct.pack('>hhii', -1, 1, 30000, 1)
    request += topic + struct.pack('>iii', 1, 0, len(batch)) + batch
    response = struct.pack('>ii', 0, 1) + topic + struct.pack('>iihqqqi', 1, 0, 0, 4711, -1, 0, 0)
    return Exchange(0, 7, request, response)


def in_fetch(batch):
    """Fetch v10 of one partition."""
    topic, header = string(b'orders'), string(b'client')
    request = struct.pack('>hhi', 1, 10, 0) + header + struct.pack('>iiiibii', -1, 500, 1, 1 << 20, 0, 0, -1)
    request += struct.pack('>i', 1) + topic + struct.pack('>iiiqqi', 1, 0, 0, 0, 0, 1 << 20) + struct.pack('>i', 0)
    response = struct.pack('>iihii', 0, 0, 0, 0, 1) + topic
    response += struct.pack('>iihqqqii', 1, 0, 0, 5000, 5000, 0, 0, len(batch)) + batch
    return Exchange(1, 10, request, response)


# ------------------------------------------------------------------------------------------------------------ writing
def send(connection, from_client, message):
    """Sends a message in segments; returns the frame with the last of it."""
    octets, frame = kafkatest.framed(message), 0
    for at in range(0, len(octets), SEGMENT):
        frame = connection.send(from_client, octets[at:at + SEGMENT])
    return frame


def write_apart(source, path):
    """Writes each exchange in a connection of its own; returns the frames where its two messages end."""
    capture, frames = kafkatest.Capture(), []
    for i, exchange in enumerate(source):
        connection = capture.connection(client_port=10000 + i % 50000)
        frames.append((send(connection, True, exchange.request), send(connection, False, exchange.response)))
    capture.write(path)
    return frames


def write(source, path, messages_wanted, per_connection=100):
    """
    Writes the exchanges over and over, `per_connection` messages in each connection, whose correlation ids ascend, as a
    client's do. Returns how many messages there are.
    """
    capture, connection, written = kafkatest.Capture(), None, 0
    while written < messages_wanted:
        for exchange in source:
            number = written % per_connection // 2
            if number == 0:
                connection = capture.connection(client_port=10000 + written // per_connection % 50000)
            correlation = struct.pack('>i', number)
            send(connection, True, exchange.request[:4] + correlation + exchange.request[8:])
            send(connection, False, correlation + exchange.response[4:])
            written += 2
            if written >= messages_wanted:
                break
    capture.write(path)
    return written
