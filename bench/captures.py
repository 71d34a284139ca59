"""What the measured captures hold: record batches in messages that the built-in knows, and exchanges over and over.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import ctypes
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '..', 'tests', 'lib'))
import kafkarecords
import kafkatest
from exchanges import Exchange

SEGMENT = 1460                          # octets of a message in one segment
MEBI = 1 << 20
BASE_TIMESTAMP = 1796040000000          # a time in 2026


# ----------------------------------------------------------------------------------------------------------- records
def batches(message):
    """The record batches v2 in a message, recognised by their checksums."""
    at = 0
    while at + 61 <= len(message):
        size, magic, checksum = struct.unpack_from('>i4xbI', message, at + 8)
        end = at + 12 + size
        if magic == 2 and size >= 49 and end <= len(message) and kafkarecords.crc32c(message[at + 21:end]) == checksum:
            yield message[at:end]
            at = end
        else:
            at += 1


CODECS = ('none', 'gzip', 'snappy', 'lz4', 'zstd')


def codec_of(batch):
    return CODECS[batch[22] & 7]


def with_records(source, each=60):
    """The batches of `source`, up to `each` of a codec: each in a Produce v7 request and in a Fetch v11 response."""
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
    """Fetch v11 of one partition."""
    topic, header = string(b'orders'), string(b'client')
    request = struct.pack('>hhi', 1, 11, 0) + header + struct.pack('>iiiibii', -1, 500, 1, MEBI, 0, 0, -1)
    request += struct.pack('>i', 1) + topic + struct.pack('>iiiqqi', 1, 0, 0, 0, 0, MEBI) + struct.pack('>i', 0)
    request += string(b'')
    response = struct.pack('>iihii', 0, 0, 0, 0, 1) + topic
    response += struct.pack('>iihqqqiii', 1, 0, 0, 5000, 5000, 0, 0, -1, len(batch)) + batch
    return Exchange(1, 11, request, response)


# ----------------------------------------------------------------------------------------------------- large batches
def records_of_a_mebibyte():
    """Records of some 110 octets, with a key and without headers, as kcat sends lines of text."""
    found, size = [], 0
    while size < MEBI:
        number = len(found)
        value = b'{"order":%d,"customer":"customer-%d","item":"item-%d","price":%d.%02d,"currency":"EUR"}' % (
            number, number * 7919 % 1009, number * 31 % 97, number % 300, number % 100)
        found.append(kafkarecords.record(number, b'key-%d' % (number % 1009), value, timestamp_delta=number // 20))
        size += len(found[-1])
    return found


def snappy(octets):
    """Raw snappy, as librdkafka writes it."""
    library, size = ctypes.CDLL('libsnappy.so.1'), ctypes.c_size_t
    library.snappy_max_compressed_length.restype = size
    room = size(library.snappy_max_compressed_length(size(len(octets))))
    target = ctypes.create_string_buffer(room.value)
    library.snappy_compress(octets, size(len(octets)), target, ctypes.byref(room))
    return target.raw[:room.value]


def framed_by(name, bound, compress, *options):
    """A function that compresses octets by those of a C library: `compress` takes the options last."""
    def compressor(octets):
        library, size = ctypes.CDLL(name), ctypes.c_size_t
        length = size(len(octets))
        library[bound].restype = library[compress].restype = size
        room = library[bound](length, None)
        target = ctypes.create_string_buffer(room)
        made = library[compress](target, size(room), octets, length, *options)
        return target.raw[:made]
    return compressor


COMPRESSORS = {
    'gzip': kafkarecords.gzipped,
    'snappy': snappy,
    'lz4': framed_by('liblz4.so.1', 'LZ4F_compressFrameBound', 'LZ4F_compressFrame', None),
    'zstd': framed_by('libzstd.so.1', 'ZSTD_compressBound', 'ZSTD_compress', 3),
}


def large_batches(codecs=CODECS):
    """Codec -> exchanges that carry a batch of a MiB, and how many records a batch has."""
    records = records_of_a_mebibyte()
    plain, found = b''.join(records), {}
    for codec in codecs:
        payload = COMPRESSORS[codec](plain) if codec in COMPRESSORS else None
        batch = kafkarecords.batch(records, CODECS.index(codec), base_timestamp=BASE_TIMESTAMP,
                                   max_timestamp=BASE_TIMESTAMP + len(records) // 20, payload=payload)
        found[codec] = [in_produce(batch), in_fetch(batch)]
    return found, len(records)


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
