"""Makes record batches and message sets as they are on the wire, right ones and wrong ones.

Nothing here is taken from the plugin. A batch can be given any header field by name, so that it lies; its CRC is right
unless given too.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import gzip
import struct
import zlib

NONE, GZIP, SNAPPY, LZ4, ZSTD = range(5)
LOG_APPEND_TIME, TRANSACTIONAL, CONTROL = 8, 16, 32


def _table():
    table = []
    for n in range(256):
        for _ in range(8):
            n = n >> 1 ^ 0x82f63b78 * (n & 1)
        table.append(n)
    return table


_TABLE = _table()


def crc32c(octets):
    crc = 0xffffffff
    for octet in octets:
        crc = crc >> 8 ^ _TABLE[(crc ^ octet) & 0xff]
    return crc ^ 0xffffffff


def unsigned(number):
    octets = bytearray()
    while number > 127:
        octets.append(number & 127 | 128)
        number >>= 7
    return bytes(octets) + bytes((number,))


def varint(number):
    """A zigzag varint."""
    return unsigned(number << 1 if number >= 0 else (-number << 1) - 1)


def with_length(octets):
    return varint(-1) if octets is None else varint(len(octets)) + octets


# ----------------------------------------------------------------------------------------------------------- format 2
def record(offset_delta, key, value, headers=(), timestamp_delta=0, length=None, count=None):
    """`length` and `count` (of headers) replace the right ones."""
    body = b'\0' + varint(timestamp_delta) + varint(offset_delta) + with_length(key) + with_length(value)
    body += varint(len(headers) if count is None else count)
    for name, content in headers:
        body += with_length(name) + with_length(content)
    return varint(len(body) if length is None else length) + body


def batch(records, attributes=0, base_offset=0, base_timestamp=0, max_timestamp=0, count=None, last_offset_delta=None,
          length=None, crc=None, magic=2, payload=None):
    """`records` are octets; `payload` replaces them by what they were compressed to."""
    count = len(records) if count is None else count
    last = len(records) - 1 if last_offset_delta is None else last_offset_delta
    body = struct.pack('>hiqqqhii', attributes, last, base_timestamp, max_timestamp, -1, -1, -1, count)
    body += b''.join(records) if payload is None else payload
    head = struct.pack('>ib', 0, magic) + struct.pack('>I', crc32c(body) if crc is None else crc) + body
    return struct.pack('>qi', base_offset, len(head) if length is None else length) + head


# ----------------------------------------------------------------------------------------------------- formats 0 and 1
def with_int32(octets):
    return struct.pack('>i', -1) if octets is None else struct.pack('>i', len(octets)) + octets


def message(offset, key, value, magic=0, attributes=0, timestamp=0, crc=None, size=None):
    body = struct.pack('>bb', magic, attributes)
    if magic == 1:
        body += struct.pack('>q', timestamp)
    body += with_int32(key) + with_int32(value)
    body = struct.pack('>I', zlib.crc32(body) if crc is None else crc) + body
    return struct.pack('>qi', offset, len(body) if size is None else size) + body


# -------------------------------------------------------------------------------------------------------- compression
def gzipped(octets):
    return gzip.compress(octets, 9, mtime=0)


def snappy(octets):
    """One element for each octet, since literals alone show that no library is needed."""
    made = unsigned(len(octets))
    for at in range(0, len(octets), 60):
        part = octets[at:at + 60]
        made += bytes((len(part) - 1 << 2,)) + part
    return made


def xerial(octets, order='>', length_order='>'):
    made = b'\x82SNAPPY\0' + struct.pack(order + 'ii', 1, 1)
    for at in range(0, len(octets), 100):
        part = snappy(octets[at:at + 100])
        made += struct.pack(length_order + 'i', len(part)) + part
    return made


def lz4(octets, checksum=0x82):
    """Blocks that are not compressed. The header's right checksum is 0x82; old clients wrote 0x1a."""
    made = b'\x04\x22\x4d\x18\x60\x40' + bytes((checksum,))
    for at in range(0, len(octets), 65536):
        part = octets[at:at + 65536]
        made += struct.pack('<I', len(part) | 0x80000000) + part
    return made + bytes(4)


def zstd(octets):
    """A frame of raw blocks, with a window of 128 KiB and without a checksum."""
    made = b'\x28\xb5\x2f\xfd\x00\x38'
    parts = [octets[at:at + 65536] for at in range(0, len(octets), 65536)] or [b'']
    for number, part in enumerate(parts):
        made += struct.pack('<I', len(part) << 3 | (number == len(parts) - 1))[:3] + part
    return made


COMPRESSORS = {GZIP: gzipped, SNAPPY: snappy, LZ4: lz4, ZSTD: zstd}
NAMES = {GZIP: 'GZIP', SNAPPY: 'SNAPPY', LZ4: 'LZ4', ZSTD: 'ZSTD'}


# -------------------------------------------------------------------------------------------------------------- Fetch
def fetch_request(correlation_id=1):
    return struct.pack('>hhih', 1, 4, correlation_id, -1) + struct.pack('>iiiibi', -1, 500, 1, 1000, 0, 0)


def fetch_response(fields, correlation_id=1):
    """Version 4: a topic with a partition for each records field."""
    octets = struct.pack('>iiih', correlation_id, 0, 1, 1) + b't' + struct.pack('>i', len(fields))
    for number, field in enumerate(fields):
        octets += struct.pack('>ihqqi', number, 0, 0, 0, 0) + struct.pack('>i', len(field)) + field
    return octets


def send(capture, fields):
    """A connection with a fetch of these; returns the response's frame. Long ones span several segments."""
    connection = capture.connection()
    connection.request(fetch_request())
    octets = fetch_response(fields)
    octets = struct.pack('>i', len(octets)) + octets
    frame = 0
    for at in range(0, len(octets), 60000):
        frame = connection.send(False, octets[at:at + 60000])
    return frame
