"""Conversations in other protocols, made of bytes after the protocols' documents, the same at each run.

streams() yields (name, [(from client?, octets)]). Each kind is made several times with other values. Kinds that look
most like Kafka are those with a length of four octets, the highest first, before each message: ZooKeeper, SMPP, Thrift,
BitTorrent, Hadoop, X11's and databases' frames, and frames of zeros.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import random
import string
import struct

VARIANTS = 10
C, S = True, False                      # from the client, from the server


def word(chance, least=3, most=12):
    return ''.join(chance.choice(string.ascii_lowercase) for _ in range(chance.randint(least, most))).encode()


def noise(chance, length):
    return bytes(chance.getrandbits(8) for _ in range(length))


def be32(number):
    return struct.pack('>I', number & 0xffffffff)


def be16(number):
    return struct.pack('>H', number & 0xffff)


def framed(octets):
    """A length of four octets before what it counts."""
    return be32(len(octets)) + octets


def counted(octets):
    """A length of four octets that counts itself, too."""
    return be32(len(octets) + 4) + octets


# ------------------------------------------------------------------------------------------------------- text protocols
def http(c):
    """RFC 9112."""
    body = word(c, 0, 300)
    yield C, b'GET /%s HTTP/1.1\r\nHost: %s.example\r\nAccept: */*\r\n\r\n' % (word(c), word(c))
    yield S, b'HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n' % len(body) + body
    yield C, b'POST /%s HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n' % (word(c), len(body)) + body
    yield S, b'HTTP/1.1 204 No Content\r\n\r\n'


def websocket(c):
    """RFC 6455."""
    yield C, (b'GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
              b'Sec-WebSocket-Version: 13\r\n\r\n')
    yield S, b'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'
    text = word(c, 5, 100)
    mask = noise(c, 4)
    yield C, bytes((0x81, 0x80 | len(text))) + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(text))
    yield S, bytes((0x82, 5)) + noise(c, 5)


def smtp(c):
    """RFC 5321."""
    yield S, b'220 %s.example ESMTP\r\n' % word(c)
    yield C, b'EHLO %s\r\n' % word(c)
    yield S, b'250-%s\r\n250-PIPELINING\r\n250 8BITMIME\r\n' % word(c)
    yield C, b'MAIL FROM:<%s@example.com>\r\nRCPT TO:<%s@example.com>\r\nDATA\r\n' % (word(c), word(c))
    yield S, b'250 OK\r\n250 OK\r\n354 go ahead\r\n'
    yield C, b'Subject: %s\r\n\r\n%s\r\n.\r\n' % (word(c), word(c, 10, 200))


def ftp(c):
    """RFC 959."""
    yield S, b'220 (%s)\r\n' % word(c)
    yield C, b'USER %s\r\n' % word(c)
    yield S, b'331 Please specify the password.\r\n'
    yield C, b'PASS %s\r\n' % word(c)
    yield S, b'230 Login successful.\r\n'
    yield C, b'PASV\r\n'
    yield S, b'227 Entering Passive Mode (127,0,0,1,%d,%d).\r\n' % (c.randrange(256), c.randrange(256))


def pop3(c):
    """RFC 1939."""
    yield S, b'+OK ready\r\n'
    yield C, b'USER %s\r\n' % word(c)
    yield S, b'+OK\r\n'
    yield C, b'LIST\r\n'
    yield S, b'+OK 2 messages\r\n1 %d\r\n2 %d\r\n.\r\n' % (c.randrange(9999), c.randrange(9999))


def imap(c):
    """RFC 9051."""
    yield S, b'* OK IMAP4rev2 ready\r\n'
    yield C, b'a1 LOGIN %s %s\r\n' % (word(c), word(c))
    yield S, b'a1 OK LOGIN completed\r\n'
    yield C, b'a2 SELECT INBOX\r\n'
    yield S, b'* %d EXISTS\r\na2 OK\r\n' % c.randrange(100)


def redis(c):
    """RESP, Redis' protocol specification."""
    key, value = word(c), noise(c, c.randint(1, 200))
    yield C, b'*3\r\n$3\r\nSET\r\n$%d\r\n%s\r\n$%d\r\n%s\r\n' % (len(key), key, len(value), value)
    yield S, b'+OK\r\n'
    yield C, b'*2\r\n$3\r\nGET\r\n$%d\r\n%s\r\n' % (len(key), key)
    yield S, b'$%d\r\n%s\r\n' % (len(value), value)
    yield C, b'*1\r\n$4\r\nPING\r\n'
    yield S, b'+PONG\r\n'


def memcached_text(c):
    """memcached's doc/protocol.txt."""
    value = noise(c, c.randint(1, 100))
    yield C, b'set %s 0 %d %d\r\n%s\r\n' % (word(c), c.randrange(900), len(value), value)
    yield S, b'STORED\r\n'
    yield C, b'get %s\r\n' % word(c)
    yield S, b'END\r\n'


def nats(c):
    """NATS' client protocol."""
    yield S, b'INFO {"server_id":"%s","version":"2.10.0","max_payload":1048576}\r\n' % word(c)
    yield C, b'CONNECT {"verbose":false,"lang":"go"}\r\nPING\r\n'
    yield S, b'PONG\r\n'
    text = word(c, 1, 50)
    yield C, b'SUB %s 1\r\nPUB %s %d\r\n%s\r\n' % (word(c), word(c), len(text), text)
    yield S, b'MSG %s 1 %d\r\n%s\r\n' % (word(c), len(text), text)


def stomp(c):
    """STOMP 1.2."""
    yield C, b'CONNECT\naccept-version:1.2\nhost:%s\n\n\0' % word(c)
    yield S, b'CONNECTED\nversion:1.2\n\n\0'
    yield C, b'SEND\ndestination:/queue/%s\n\n%s\0' % (word(c), word(c, 5, 80))


def irc(c):
    """RFC 2812."""
    yield C, b'NICK %s\r\nUSER %s 0 * :%s\r\n' % (word(c), word(c), word(c))
    yield S, b':irc.example 001 %s :Welcome\r\n' % word(c)
    yield C, b'PRIVMSG #%s :%s\r\n' % (word(c), word(c, 5, 60))


def sip(c):
    """RFC 3261."""
    yield C, b'REGISTER sip:%s.example SIP/2.0\r\nCSeq: %d REGISTER\r\nContent-Length: 0\r\n\r\n' % (
        word(c), c.randrange(99))
    yield S, b'SIP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n'


def rtsp(c):
    """RFC 7826."""
    yield C, b'OPTIONS rtsp://%s.example/a RTSP/1.0\r\nCSeq: 1\r\n\r\n' % word(c)
    yield S, b'RTSP/1.0 200 OK\r\nCSeq: 1\r\nPublic: DESCRIBE, SETUP\r\n\r\n'
    yield S, b'$\0' + be16(40) + noise(c, 40)


def text(c):
    """Lines of words."""
    for _ in range(4):
        yield c.choice((C, S)), b' '.join(word(c) for _ in range(c.randint(1, 60))) + b'\n'


def logs(c):
    """RFC 6587: syslog over TCP, with octet counting."""
    for _ in range(4):
        line = b'<%d>1 2024-01-01T00:00:00Z %s %s - - - %s' % (c.randrange(191), word(c), word(c), word(c, 10, 80))
        yield C, b'%d %s' % (len(line), line)


# ----------------------------------------------------------------------------------------------------- binary protocols
def tls_hello(c):
    """RFC 8446, RFC 5246."""
    name = word(c) + b'.example'
    names = b'\0' + be16(len(name)) + name
    extensions = be16(0) + be16(len(names) + 2) + be16(len(names)) + names + be16(43) + be16(3) + b'\2\3\4'
    hello = b'\3\3' + noise(c, 32) + b'\x20' + noise(c, 32) + be16(4) + b'\x13\x01\x13\x02' + b'\1\0'
    hello += be16(len(extensions)) + extensions
    hello = b'\1' + be32(len(hello))[1:] + hello
    yield C, b'\x16\3' + bytes((c.choice((1, 3)),)) + be16(len(hello)) + hello
    answer = b'\3\3' + noise(c, 32) + b'\x20' + noise(c, 32) + b'\x13\x01\0'
    answer = b'\2' + be32(len(answer))[1:] + answer
    yield S, b'\x16\3\3' + be16(len(answer)) + answer
    for direction in (S, C, S):
        data = noise(c, c.randint(20, 400))
        yield direction, b'\x17\3\3' + be16(len(data)) + data


def http2(c):
    """RFC 9113."""
    yield C, b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' + b'\0\0\x06\4\0\0\0\0\0' + be16(3) + be32(100)
    yield S, b'\0\0\0\4\1\0\0\0\0'
    block = noise(c, c.randint(10, 60))
    yield C, be32(len(block))[1:] + b'\1\5' + be32(1) + block
    data = noise(c, c.randint(1, 200))
    yield S, be32(len(data))[1:] + b'\0\1' + be32(1) + data


def grpc(c):
    """gRPC over HTTP/2: DATA frames with length-prefixed messages."""
    yield C, b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' + b'\0\0\0\4\0\0\0\0\0'
    for direction in (C, S, C, S):
        message = b'\x0a' + bytes((9,)) + word(c, 9, 9) + b'\x10' + noise(c, 1)
        data = b'\0' + framed(message)
        yield direction, be32(len(data))[1:] + b'\0\0' + be32(c.randrange(1, 9, 2)) + data


def grpc_bare(c):
    """The same messages as a capture has them that begins between a frame's header and its data."""
    for direction in (C, S, C, S):
        yield direction, b'\0' + framed(noise(c, c.randint(4, 40)))


def dns(c):
    """RFC 1035, 4.2.2: a length of two octets before each message."""
    for _ in range(3):
        number, name = c.randrange(65536), word(c)
        question = bytes((len(name),)) + name + b'\3com\0' + be16(1) + be16(1)
        query = be16(number) + be16(0x0100) + be16(1) + be16(0) * 3 + question
        answer = be16(number) + be16(0x8180) + be16(1) * 2 + be16(0) * 2 + question
        answer += be16(0xc00c) + be16(1) * 2 + be32(c.randrange(3600)) + be16(4) + noise(c, 4)
        yield C, be16(len(query)) + query
        yield S, be16(len(answer)) + answer


def postgresql(c):
    """PostgreSQL's frontend/backend protocol, version 3."""
    yield C, counted(be32(80877103))                                            # SSLRequest
    yield S, b'N'
    yield C, counted(be32(0x00030000) + b'user\0%s\0database\0%s\0\0' % (word(c), word(c)))
    yield S, b'R' + counted(be32(0)) + b'Z' + counted(b'I')
    yield C, b'Q' + counted(b'SELECT %s FROM %s\0' % (word(c), word(c)))
    yield S, b'D' + counted(be16(1) + framed(word(c))) + b'C' + counted(b'SELECT 1\0') + b'Z' + counted(b'I')
    yield C, b'X' + counted(b'')


def postgresql_cancel(c):
    """PostgreSQL's CancelRequest, and a startup of version 2."""
    yield C, counted(be32(80877102) + noise(c, 8))
    yield C, counted(be32(0x00020000) + word(c, 8, 8) + bytes(280))


def mysql(c):
    """MySQL's client/server protocol: a length of three octets, the lowest first."""
    def packet(number, octets):
        return struct.pack('<I', len(octets))[:3] + bytes((number,)) + octets
    yield S, packet(0, b'\x0a8.0.30\0' + noise(c, 4) + noise(c, 8) + b'\0\xff\xff\x21\2\0' + bytes(13) + noise(c, 12) +
                    b'\0')
    yield C, packet(1, struct.pack('<IIB', 0x0fa685, 1 << 24, 33) + bytes(23) + word(c) + b'\0\x14' + noise(c, 20))
    yield S, packet(2, b'\0\0\0\2\0\0\0')
    yield C, packet(0, b'\3SELECT ' + word(c))
    yield S, packet(1, b'\1') + packet(2, b'\3def' + word(c)) + packet(3, b'\xfe\0\0\2\0')


def mongodb(c):
    """MongoDB's wire protocol: all numbers lowest octet first."""
    for number in range(1, 4):
        document = b'\2' + word(c) + b'\0' + struct.pack('<I', 4) + b'abc\0\0'
        body = struct.pack('<I', 0) + b'\0' + struct.pack('<I', len(document) + 4) + document
        for direction, answered in ((C, 0), (S, number)):
            yield direction, struct.pack('<IIII', len(body) + 16, number, answered, 2013) + body


def cassandra(c):
    """CQL binary protocol, version 4."""
    yield C, b'\4\0' + be16(0) + b'\1' + framed(be16(1) + be16(11) + b'CQL_VERSION' + be16(5) + b'3.0.0')
    yield S, b'\x84\0' + be16(0) + b'\2' + be32(0)
    query = b'SELECT * FROM ' + word(c)
    yield C, b'\4\0' + be16(1) + b'\7' + framed(framed(query) + be16(1) + b'\0')


def amqp_0_9(c):
    """AMQP 0-9-1."""
    def frame(kind, channel, octets):
        return bytes((kind,)) + be16(channel) + framed(octets) + b'\xce'
    yield C, b'AMQP\0\0\x09\1'
    yield S, frame(1, 0, be16(10) + be16(10) + b'\0\x09' + be32(0) + framed(b'PLAIN') + framed(b'en_US'))
    yield C, frame(1, 0, be16(10) + be16(11) + be32(0) + b'\5PLAIN' + framed(b'\0' + word(c) + b'\0' + word(c)))
    yield S, frame(1, 1, be16(60) + be16(60) + b'\1a' + noise(c, 8)) + frame(8, 0, b'')


def amqp_1_0(c):
    """AMQP 1.0: each frame's length counts itself."""
    yield C, b'AMQP\3\1\0\0'
    yield S, b'AMQP\3\1\0\0'
    name = word(c)
    performative = b'\0\x53\x10\xc0' + bytes((len(name) + 3, 1, 0xa1, len(name))) + name
    yield C, b'AMQP\0\1\0\0' + counted(b'\2\0' + be16(0) + performative)
    yield S, counted(b'\2\0' + be16(0) + performative) + counted(b'\2\0' + be16(0))


def mqtt(c):
    """MQTT 3.1.1 and 5."""
    name = word(c)
    body = be16(4) + b'MQTT' + bytes((c.choice((4, 5)), 2)) + be16(60) + be16(len(name)) + name
    yield C, bytes((0x10, len(body))) + body
    yield S, b'\x20\2\0\0'
    topic, message = word(c), noise(c, c.randint(1, 60))
    body = be16(len(topic)) + topic + message
    yield C, bytes((0x30, len(body))) + body
    yield C, b'\xc0\0'
    yield S, b'\xd0\0'


def ssh(c):
    """RFC 4253: after the versions, packets with a length of four octets, padding and a message."""
    yield C, b'SSH-2.0-OpenSSH_9.%d\r\n' % c.randrange(9)
    yield S, b'SSH-2.0-%s\r\n' % word(c)
    for direction in (C, S):
        lists = b''.join(framed(word(c) + b',' + word(c)) for _ in range(8)) + be32(0) * 2 + b'\0' + be32(0)
        payload = b'\x14' + noise(c, 16) + lists
        padding = 4 + (-(len(payload) + 9)) % 8
        yield direction, framed(bytes((padding,)) + payload + noise(c, padding))
    yield C, noise(c, c.randint(36, 200))


def ssh_packets(c):
    """The same from after the versions on."""
    return [part for part in ssh(c)][2:]


def memcached_binary(c):
    """memcached's binary protocol."""
    key = word(c)
    yield C, b'\x80\0' + be16(len(key)) + b'\0\0' + be16(0) + be32(len(key)) + noise(c, 4) + bytes(8) + key
    yield S, b'\x81\0' + be16(0) + b'\4\0' + be16(0) + be32(4) + noise(c, 4) + bytes(8) + noise(c, 4)


def zookeeper(c):
    """ZooKeeper's client protocol, in jute: a length, then for requests xid and type."""
    yield C, framed(be32(0) + bytes(8) + be32(c.randrange(1000, 60000)) + bytes(8) + framed(bytes(16)) + b'\0')
    yield S, framed(be32(0) + be32(40000) + noise(c, 8) + framed(noise(c, 16)) + b'\0')
    for xid in range(1, 8):
        path = b'/' + word(c)
        kind = c.choice((1, 2, 3, 4, 5, 8, 9, 12))
        body = be32(xid) + be32(kind) + framed(path)
        if kind in (3, 4, 8, 12):
            body += b'\1'
        elif kind == 5:
            body += framed(noise(c, c.randint(0, 40))) + be32(-1)
        elif kind == 1:
            body += framed(word(c)) + be32(1) + be32(31) + framed(b'world') + framed(b'anyone') + be32(0)
        yield C, framed(body)
        yield S, framed(be32(xid) + bytes(4) + noise(c, 4) + be32(0) + framed(noise(c, c.randint(0, 60))))
    yield C, framed(be32(-2) + be32(11))
    yield S, framed(be32(-2) + bytes(8) + be32(0))


def zookeeper_late(c):
    """The same in the middle of a long session: xids that read as a key and a version of Kafka's."""
    for _ in range(8):
        xid = c.randrange(95) << 16 | c.randrange(20)
        yield C, framed(be32(xid) + be32(c.choice((3, 4, 8))) + framed(b'/' + word(c)) + b'\0')
        yield C, framed(be32(xid + 1) + be32(-11))
        yield S, framed(be32(xid) + bytes(4) + noise(c, 4) + be32(-101))


def zab(c):
    """Packets among ZooKeeper's servers: type, zxid, data, a list of ids."""
    for kind in (11, 18, 1, 2, 4, 5):
        yield c.choice((C, S)), be32(kind) + bytes(4) + noise(c, 4) + framed(noise(c, c.randint(0, 40))) + be32(-1)


def smpp(c):
    """SMPP 3.4: the length counts itself, then command, status, sequence number."""
    def pdu(command, number, body):
        return counted(be32(command) + be32(0) + be32(number) + body)
    yield C, pdu(9, 1, word(c) + b'\0' + word(c, 3, 8) + b'\0\0\x34\0\0\0')
    yield S, pdu(0x80000009, 1, word(c) + b'\0')
    for number in range(2, 5):
        message = word(c, 1, 100)
        yield C, pdu(4, number, b'\0\1\1%s\0\1\1%s\0' % (b'15550100', b'15550101') + bytes(9) +
                     bytes((len(message),)) + message)
        yield S, pdu(0x80000004, number, word(c) + b'\0')
    yield C, pdu(0x15, 9, b'')


def thrift_framed(c):
    """Thrift's framed transport with the binary protocol, strict and old."""
    name = word(c)
    body = b'\x0b\0\1' + framed(word(c)) + b'\x08\0\2' + be32(c.randrange(99)) + b'\0'
    yield C, framed(b'\x80\1\0\1' + framed(name) + be32(1) + body)
    yield S, framed(b'\x80\1\0\2' + framed(name) + be32(1) + b'\0')
    yield C, framed(framed(name) + b'\1' + be32(2) + body)
    yield S, framed(framed(name) + b'\2' + be32(2) + b'\0')


def bittorrent(c):
    """BEP 3: after the handshakes, a length of four octets and a message."""
    yield C, b'\x13BitTorrent protocol' + bytes(8) + noise(c, 20) + b'-XX0001-' + noise(c, 12)
    yield S, b'\x13BitTorrent protocol' + bytes(8) + noise(c, 20) + b'-XX0001-' + noise(c, 12)
    yield S, framed(b'\5' + noise(c, 20)) + framed(b'\1')
    yield C, framed(b'\2')
    for piece in range(4):
        yield C, framed(b'\6' + be32(piece) + be32(0) + be32(16384))
        yield S, framed(b'\7' + be32(piece) + be32(0) + noise(c, 300))
    yield C, be32(0)


def hadoop(c):
    """Hadoop's RPC: a header, then frames with protobuf."""
    yield C, b'hrpc\x09\0\0'
    for number in range(4):
        header = b'\x08\2\x10\0\x18' + bytes((number,)) + b'\x22\x10' + noise(c, 16)
        name = word(c)
        request = b'\x0a' + bytes((len(name),)) + name
        yield C, framed(bytes((len(header),)) + header + bytes((len(request),)) + request)
        answer = b'\x08' + bytes((number,)) + b'\x10\0'
        yield S, framed(bytes((len(answer),)) + answer + b'\0')


def onc_rpc(c):
    """RFC 5531, 11: fragments whose first bit says whether it is the last."""
    for number in range(3):
        call = be32(number) + be32(0) + be32(2) + be32(100003) + be32(3) + be32(0) + bytes(16)
        yield C, be32(0x80000000 | len(call)) + call
        yield C, framed(call)
        yield S, framed(be32(number) + be32(1) + bytes(16))


def ldap(c):
    """RFC 4511."""
    name = b'cn=' + word(c)
    bind = b'\2\1\3\4' + bytes((len(name),)) + name + b'\x80\3abc'
    message = b'\2\1\1\x60' + bytes((len(bind),)) + bind
    yield C, b'\x30' + bytes((len(message),)) + message
    yield S, b'\x30\x0c\2\1\1\x61\7\x0a\1\0\4\0\4\0'


def kerberos(c):
    """RFC 4120, 7.2.2: a length of four octets before each message."""
    inner = b'\xa1\3\2\1\5\xa2\3\2\1\x0a' + noise(c, 60)
    yield C, framed(b'\x6a' + bytes((len(inner),)) + inner)
    yield S, framed(b'\x7e\x2e' + noise(c, 46))


def bgp(c):
    """RFC 4271."""
    yield C, b'\xff' * 16 + be16(29) + b'\1\4' + be16(65001) + be16(180) + noise(c, 4) + b'\0'
    yield S, b'\xff' * 16 + be16(19) + b'\4'


def smb(c):
    """SMB 2 in NetBIOS' session service: a type of zero and a length of three octets."""
    for command in (0, 1, 3, 5):
        body = b'\xfeSMB' + struct.pack('<HHIHHIIQ', 64, 0, 0, command, 1, 0, 0, command) + bytes(32) + noise(c, 36)
        yield C, framed(body)
        yield S, framed(body)


def netbios(c):
    """RFC 1002, 4.3: session requests and keepalives."""
    yield C, b'\x81\0' + be16(68) + b'\x20' + noise(c, 32) + b'\0\x20' + noise(c, 32) + b'\0'
    yield S, b'\x82\0\0\0'
    yield C, b'\x85\0\0\0'


def diameter(c):
    """RFC 6733."""
    avp = be32(264) + b'\x40' + be32(16)[1:] + word(c, 8, 8)
    yield C, b'\1' + be32(20 + len(avp))[1:] + b'\x80' + be32(257)[1:] + be32(0) + noise(c, 8) + avp
    yield S, b'\1' + be32(20 + len(avp))[1:] + b'\0' + be32(257)[1:] + be32(0) + noise(c, 8) + avp


def tpkt(c):
    """RFC 1006, with X.224."""
    yield C, b'\3\0' + be16(19) + b'\x0e\xe0\0\0\0\0\0' + b'\1\0\x08\0' + noise(c, 4)
    yield S, b'\3\0' + be16(11) + b'\6\xd0\0\0\x12\x34\0'


def modbus(c):
    """Modbus over TCP: transaction, protocol 0, length. Four octets that may look like a size."""
    for number in range(6):
        function = c.choice((1, 3, 4, 6))
        yield C, (be16(number) + be16(0) + be16(6) + b'\1' + bytes((function,)) + be16(c.randrange(99)) +
                  be16(c.randrange(1, 9)))
        values = noise(c, 4)
        yield S, be16(number) + be16(0) + be16(7) + b'\1' + bytes((function,)) + b'\4' + values


def iec104(c):
    """IEC 60870-5-104."""
    yield C, b'\x68\4\7\0\0\0'
    yield S, b'\x68\4\x0b\0\0\0'
    yield C, b'\x68\x0e\0\0\0\0\x64\1\6\0\1\0\0\0\0\x14'


def dnp3(c):
    """DNP3's link layer."""
    for _ in range(4):
        yield c.choice((C, S)), b'\x05\x64\5\xc9' + struct.pack('<HH', 1, 1024) + noise(c, 2)


def rtmp(c):
    """RTMP's handshake."""
    yield C, b'\3' + be32(c.randrange(9999)) + bytes(4) + noise(c, 1528)
    yield S, b'\3' + be32(c.randrange(9999)) + bytes(4) + noise(c, 1528)


def bitcoin(c):
    """Bitcoin's messages."""
    payload = noise(c, c.randint(0, 80))
    for command in (b'version', b'verack', b'ping'):
        yield C, (b'\xf9\xbe\xb4\xd9' + command.ljust(12, b'\0') + struct.pack('<I', len(payload)) + noise(c, 4) +
                  payload)


def socks(c):
    """RFC 1928."""
    yield C, b'\5\1\0'
    yield S, b'\5\0'
    yield C, b'\5\1\0\3' + bytes((7,)) + word(c, 7, 7) + be16(9092)
    yield S, b'\5\0\0\1' + bytes(6)


def rdp_x11(c):
    """X11's connection set-up, highest octet first."""
    yield C, b'B\0' + be16(11) + be16(0) + be16(0) + be16(0) + be16(0)
    yield S, b'\1\0' + be16(11) + be16(0) + be16(8) + be32(12345) + noise(c, 28)


def pulsar(c):
    """Pulsar's binary protocol: total size, size of the command, protobuf."""
    for _ in range(4):
        command = b'\x08' + bytes((c.choice((2, 3, 18, 19)),)) + b'\x12\6' + word(c, 6, 6)
        yield C, framed(framed(command))
        yield S, framed(framed(b'\x08\x13\x9a\1\0'))


def rocketmq(c):
    """RocketMQ's remoting protocol: total size, size and kind of the header, JSON."""
    for number in range(3):
        header = b'{"code":%d,"flag":0,"language":"JAVA","opaque":%d,"version":395}' % (c.choice((10, 11, 105)), number)
        yield C, framed(be32(len(header)) + header + word(c, 0, 40))
        yield S, framed(be32(len(header)) + header)


def nsq(c):
    """NSQ's protocol: size, kind of frame."""
    yield C, b'  V2' + b'SUB %s ch\n' % word(c) + b'RDY 1\n'
    for _ in range(3):
        yield S, framed(be32(c.choice((0, 1, 2))) + noise(c, c.randint(2, 60)))


def akka(c):
    """Frames with a length of four octets, highest first or lowest first, around protobuf."""
    for _ in range(3):
        body = b'\x0a\x10' + noise(c, 16)
        yield C, framed(body)
        yield S, struct.pack('<I', len(body)) + body


def zeromq(c):
    """ZMTP 3.1."""
    yield C, b'\xff' + bytes(8) + b'\x7f\3\1NULL' + bytes(48)
    yield S, b'\xff' + bytes(8) + b'\x7f\3\1NULL' + bytes(48)
    yield C, b'\4\x19\5READY\x0bSocket-Type\0\0\0\3' + b'REQ'


def couchbase(c):
    """The binary protocol of memcached as Couchbase has it, with a HELO."""
    name = word(c)
    yield C, (b'\x80\x1f' + be16(len(name)) + b'\0\0' + be16(0) + be32(len(name) + 4) + noise(c, 4) + bytes(8) + name +
              be16(1) + be16(3))
    yield S, b'\x81\x1f' + be16(0) + b'\0\0' + be16(0) + be32(2) + noise(c, 4) + bytes(8) + be16(1)


def zeros(c):
    """Frames of nothing, with a length of four octets before them."""
    for length in (0, 4, 8, 10, 12, 14, 18, 22, 26, c.randint(1, 200)):
        yield c.choice((C, S)), framed(bytes(length))


def small_numbers(c):
    """Frames with a length of four octets before them, full of numbers below 20, of two or of four octets."""
    for _ in range(30):
        pack = c.choice((be16, be32))
        yield c.choice((C, S)), framed(b''.join(pack(c.randrange(20)) for _ in range(c.randint(2, 20))))


def names(c):
    """Frames with a length of four octets before them, of numbers and of names with a length of two octets."""
    for _ in range(30):
        parts = [c.choice((be16(c.randrange(20)), be32(c.randrange(20)), be16(4) + word(c, 4, 4)))
                 for _ in range(c.randint(3, 8))]
        yield c.choice((C, S)), framed(be32(c.randrange(1 << 31)) + b''.join(parts))


def random_octets(c):
    """Octets by chance."""
    for _ in range(10):
        yield c.choice((C, S)), noise(c, c.randint(1, 1000))


def random_framed(c):
    """The same, with a length of four octets before them."""
    for _ in range(30):
        yield c.choice((C, S)), framed(noise(c, c.randint(1, 100)))


KINDS = (
    http, websocket, smtp, ftp, pop3, imap, redis, memcached_text, nats, stomp, irc, sip, rtsp, text, logs,
    tls_hello, http2, grpc, grpc_bare, dns, postgresql, postgresql_cancel, mysql, mongodb, cassandra, amqp_0_9,
    amqp_1_0, mqtt, ssh, ssh_packets, memcached_binary, zookeeper, zookeeper_late, zab, smpp, thrift_framed,
    bittorrent, hadoop, onc_rpc, ldap, kerberos, bgp, smb, netbios, diameter, tpkt, modbus, iec104, dnp3, rtmp,
    bitcoin, socks, rdp_x11, pulsar, rocketmq, nsq, akka, zeromq, couchbase, zeros, small_numbers, names,
    random_octets, random_framed)


def streams():
    for kind in KINDS:
        for variant in range(VARIANTS):
            name = '%s-%d' % (kind.__name__, variant)
            yield name, [(from_client, octets) for from_client, octets in kind(random.Random(name))]
