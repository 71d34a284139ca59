"""Writes what Kafka 0.7 has on the wire, from its wire format document, and keeps a log of each primitive.

The document's names are used: a MESSAGE has LENGTH, MAGIC, COMPRESSION (only with MAGIC 1), CHECKSUM and PAYLOAD; the
PAYLOAD of a compressed one is a set of messages. What the document leaves out (MULTIFETCH, MULTIPRODUCE, the response
to MULTIFETCH) is as the sources of 0.7.2 have it.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import gzip
import struct
import zlib

PRODUCE, FETCH, MULTIFETCH, MULTIPRODUCE, OFFSETS = range(5)
NONE, GZIP, SNAPPY = range(3)
LATEST, EARLIEST = -1, -2
UNKNOWN, NO_ERROR, OFFSET_OUT_OF_RANGE, INVALID_MESSAGE, WRONG_PARTITION, INVALID_FETCH_SIZE = range(-1, 5)


class Octets:
    """Octets, and the log of what they are: [offset, length, kind, value, name] for each primitive.

    The kinds are int8, int16, int32, int64, uint32, bytes (their value is hexadecimal), and set: the log of the
    messages in the bytes before, once those are decompressed. The name is the document's; a length before bytes has
    that of those.
    """

    FORMS = {'int8': '>b', 'int16': '>h', 'int32': '>i', 'int64': '>q', 'uint32': '>I'}

    def __init__(self):
        self.octets = b''
        self.log = []

    def __len__(self):
        return len(self.octets)

    def add(self, kind, value, name):
        octets = value if kind == 'bytes' else struct.pack(self.FORMS[kind], value)
        self.log.append([len(self.octets), len(octets), kind, value.hex() if kind == 'bytes' else value, name])
        self.octets += octets
        return self

    def append(self, other):
        """Adds what another one has."""
        self.log += [[offset + len(self.octets), *rest] for offset, *rest in other.log]
        self.octets += other.octets
        return self

    def topic(self, name):
        octets = name.encode()
        return self.add('int16', len(octets), 'TOPIC').add('bytes', octets, 'TOPIC')

    def within(self, octets, log):
        """The bytes before are `octets` compressed, whose log is `log`."""
        self.log.append([0, len(octets), 'set', log, 'MESSAGES'])
        return self


# ---------------------------------------------------------------------------------------------------------- messages
def snappy_block(octets):
    """One block in snappy's format: literals, and copies where four octets come back within 64 KiB."""
    length, out = len(octets), bytearray()
    while length > 127:
        out.append(length & 127 | 128)
        length >>= 7
    out.append(length)
    seen, at, literal = {}, 0, 0

    def flush(end):
        for start in range(literal, end, 60):
            part = octets[start:min(start + 60, end)]
            out.append(len(part) - 1 << 2)
            out.extend(part)

    while at < len(octets):
        key = octets[at:at + 4]
        before = seen.get(key)
        seen[key] = at
        if len(key) == 4 and before is not None and at - before < 65536:
            size = 4
            while size < 64 and at + size < len(octets) and octets[before + size] == octets[at + size]:
                size += 1
            flush(at)
            out += struct.pack('<BH', size - 1 << 2 | 2, at - before)
            at += size
            literal = at
        else:
            at += 1
    flush(len(octets))
    return bytes(out)


def xerial(octets, block=32768):
    """Blocks of snappy, framed as the Java library does."""
    blocks = [snappy_block(octets[at:at + block]) for at in range(0, len(octets), block)]
    return b'\x82SNAPPY\0' + struct.pack('>ii', 1, 1) + b''.join(struct.pack('>i', len(b)) + b for b in blocks)


def compress(codec, octets):
    return gzip.compress(octets, mtime=0) if codec == GZIP else xerial(octets)


def message(payload, magic=1, codec=NONE, checksum=None):
    """A message; `payload` is bytes, or the messages that are compressed in it."""
    inner = payload if isinstance(payload, Octets) else None
    octets = compress(codec, inner.octets) if inner else payload
    out = Octets().add('int32', 1 + magic + 4 + len(octets), 'LENGTH').add('int8', magic, 'MAGIC')
    if magic == 1:
        out.add('int8', codec, 'COMPRESSION')
    out.add('uint32', zlib.crc32(octets) if checksum is None else checksum, 'CHECKSUM').add('bytes', octets, 'PAYLOAD')
    return out.within(inner.octets, inner.log) if inner else out


def messages(*parts):
    out = Octets()
    for part in parts:
        out.append(part)
    return out


# ---------------------------------------------------------------------------------------------------------- requests
def sized(name, body):
    return Octets().add('int32', len(body), name).append(body)


def request(request_type, body):
    return sized('REQUEST_LENGTH', Octets().add('int16', request_type, 'REQUEST_TYPE').append(body))


def produce_part(topic, partition, content):
    if not len(content):
        content = Octets().add('bytes', b'', 'MESSAGES')
    return Octets().topic(topic).add('int32', partition, 'PARTITION').append(sized('MESSAGES', content))


def fetch_part(topic, partition, offset, max_size):
    return Octets().topic(topic).add('int32', partition, 'PARTITION').add('int64', offset, 'OFFSET').add(
        'int32', max_size, 'MAX_SIZE')


def many(parts):
    out = Octets().add('int16', len(parts), 'REQUESTS')
    for part in parts:
        out.append(part)
    return out


def produce(topic, partition, content):
    return request(PRODUCE, produce_part(topic, partition, content))


def fetch(topic, partition, offset, max_size):
    return request(FETCH, fetch_part(topic, partition, offset, max_size))


def multifetch(*parts):
    """Each part is (topic, partition, offset, max_size)."""
    return request(MULTIFETCH, many([fetch_part(*part) for part in parts]))


def multiproduce(*parts):
    """Each part is (topic, partition, messages)."""
    return request(MULTIPRODUCE, many([produce_part(*part) for part in parts]))


def offsets(topic, partition, time, max_number):
    return request(OFFSETS, Octets().topic(topic).add('int32', partition, 'PARTITION').add('int64', time, 'TIME').add(
        'int32', max_number, 'MAX_NUMBER_OF_OFFSETS'))


# --------------------------------------------------------------------------------------------------------- responses
def response(error, body):
    return sized('RESPONSE_LENGTH', Octets().add('int16', error, 'ERROR_CODE').append(body))


def fetch_response(error, content=Octets()):
    return response(error, content)


def multifetch_response(*sets):
    """Each set is (error, messages): a FETCH response within the response."""
    parts = [sized('LENGTH', Octets().add('int16', error, 'ERROR_CODE').append(content)) for error, content in sets]
    return response(NO_ERROR, messages(*parts))


def offsets_response(found):
    body = Octets().add('int32', len(found), 'OFFSETS')
    for offset in found:
        body.add('int64', offset, 'OFFSETS')
    return response(NO_ERROR, body)
