"""What the test programs share: tshark with the plugin, its packets as trees, and captures made of bytes.

Importing this proves nothing yet: the first call of tshark() makes sure that the plugin of this build is the one that
decodes, and ends the program with a clear line if it is not.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import functools
import os
import re
import shlex
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), '..', '..'))
TSHARK = os.path.join(ROOT, 'scripts', 'tshark')
SKIPPED = 77            # the exit code that tells ctest that a test could not be made here

# The same text for everyone, whatever their language and time zone.
ENVIRONMENT = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='', TZ='UTC')


# ------------------------------------------------------------------------------------------------------------ tshark
@functools.lru_cache(maxsize=None)
def require_plugin():
    """Ends the program unless the plugin is loaded: without it the built-in dissector would be tested."""
    check = subprocess.run([TSHARK, '--check'], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if check.returncode:
        sys.exit(check.stdout.decode('utf-8', 'replace').strip())


def tshark(*arguments, environment=None, stderr=False):
    """What tshark prints; with `stderr`, a pair of that and of what it complains. Ends the program if tshark fails."""
    require_plugin()
    run = subprocess.run([TSHARK, *arguments], env=dict(ENVIRONMENT, **(environment or {})), capture_output=True)
    complaint = run.stderr.decode('utf-8', 'replace')
    if run.returncode:
        sys.exit('tshark exits with %d: %s' % (run.returncode, complaint))
    text = run.stdout.decode('utf-8', 'replace')
    return (text, complaint) if stderr else text


class Item:
    """An item of a packet's tree, as PDML has it. `start` counts from the layer's first octet."""

    def __init__(self, element, base):
        self.name = element.get('name') or ''
        self.show = element.get('show') or ''
        self.label = element.get('showname') or self.show
        self.hidden = element.get('hide') == 'yes'
        self.start = int(element.get('pos') or 0) - base
        self.size = int(element.get('size') or 0)
        self.items = [Item(child, base) for child in element if child.tag in ('field', 'proto')]

    @property
    def end(self):
        return self.start + self.size

    def walk(self):
        """All items below this one, in the order of the tree."""
        for item in self.items:
            yield item
            yield from item.walk()

    def visible(self):
        return [item for item in self.items if not item.hidden]

    def leaves(self):
        """The visible items below with octets of their own, that have no such items below."""
        for item in self.visible():
            below = list(item.leaves())
            if below:
                yield from below
            elif item.size > 0:
                yield item

    def find(self, name):
        return [item for item in self.walk() if item.name == name]

    def __str__(self):
        return '%s [%d, %d] %s' % (self.name, self.start, self.size, self.label)


class Packet:
    def __init__(self, element):
        self.layers = [Item(layer, int(layer.get('pos') or 0)) for layer in element.findall('proto')]

    def messages(self):
        """The Kafka layers: one for each message that ends in this packet."""
        return [layer for layer in self.layers if layer.name == 'kafka']

    def malformed(self):
        return any(layer.name == '_ws.malformed' for layer in self.layers)


def packets(capture, *options, environment=None):
    """All packets of a capture as trees; the first is frame 1 unless the options choose."""
    text = tshark('-2', '-r', capture, '-T', 'pdml', *options, environment=environment)
    text = re.sub('[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]', '\ufffd', text)
    return [Packet(element) for element in ElementTree.fromstring(text.encode('utf-8')).findall('packet')]


def fields(capture, names, *options):
    """For each packet a list that has, for each name, the list of its values."""
    chosen = [argument for name in names for argument in ('-e', name)]
    text = tshark('-2', '-r', capture, '-T', 'fields', '-E', 'separator=/t', '-E', 'aggregator=\x1f', *chosen, *options)
    return [[cell.split('\x1f') if cell else [] for cell in line.split('\t')] for line in text.split('\n')[:-1]]


def number(show):
    """The number that an item shows: in decimal or hexadecimal, or a boolean; None if it is none."""
    if show.lower() in ('true', 'false'):
        return int(show.lower() == 'true')
    return int(show, 0) if re.fullmatch(r'-?(0|[1-9]\d*|0[xX][0-9a-fA-F]+)', show) else None


MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()
ISO_TIME = re.compile(r'(-?\d+)-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d\.\d+)Z')


def time(show):
    """A time that an item shows, as Wireshark before 4.6 writes it, whichever release has; any other value as it is."""
    iso = ISO_TIME.fullmatch(show)
    return '%s %2d, %s %s UTC' % (MONTHS[int(iso[2]) - 1], int(iso[3]), iso[1], iso[4]) if iso else show


# ---------------------------------------------------------------------------------------------------------- captures
def captures():
    """Name -> path of each capture in pcaps/, in the names' order."""
    folder = os.path.join(ROOT, 'pcaps')
    return {os.path.splitext(file)[0]: os.path.join(folder, file) for file in sorted(os.listdir(folder))
            if file.endswith(('.pcap', '.pcapng'))}


def options(name):
    """The options that a capture needs: the words of NAME.options, if there is one."""
    path = os.path.join(ROOT, 'pcaps', name + '.options')
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as file:
        return shlex.split(file.read(), comments=True)


def checksum(octets):
    """The ones' complement sum of RFC 1071."""
    total = sum(struct.unpack('>%dH' % ((len(octets) + 1) // 2), octets + b'\0' * (len(octets) % 2)))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return ~total & 0xffff


class Capture:
    """A capture file of TCP connections, a millisecond between frames."""

    START = 1700000000
    CLIENT, SERVER = bytes((10, 0, 0, 1)), bytes((10, 0, 0, 2))
    SYN, PUSH, ACK = 0x02, 0x08, 0x10

    def __init__(self):
        self.frames = []

    def connection(self, server_port=9092, client_port=None, late=False):
        """A new connection; a `late` one began before the capture."""
        return Connection(self, server_port, client_port or 20000 + len(self.frames), late)

    def add(self, from_client, ports, sequence, acknowledged, flags, payload=b''):
        """Appends a frame and returns its number."""
        source, target = (self.CLIENT, self.SERVER) if from_client else (self.SERVER, self.CLIENT)
        tcp = struct.pack('>HHIIBBHHH', *(ports if from_client else ports[::-1]), sequence, acknowledged,
                          5 << 4, flags, 65535, 0, 0) + payload
        pseudo = source + target + struct.pack('>BBH', 0, 6, len(tcp))
        tcp = tcp[:16] + struct.pack('>H', checksum(pseudo + tcp)) + tcp[18:]
        ip = struct.pack('>BBHHHBBH', 0x45, 0, 20 + len(tcp), len(self.frames) & 0xffff, 0x4000, 64, 6, 0)
        ip += source + target
        ip = ip[:10] + struct.pack('>H', checksum(ip)) + ip[12:]
        macs = (b'\x02\0\0\0\0\x02', b'\x02\0\0\0\0\x01')
        self.frames.append(b''.join(macs if from_client else macs[::-1]) + b'\x08\0' + ip + tcp)
        return len(self.frames)

    def write(self, path, snaplen=262144):
        with open(path, 'wb') as out:
            out.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, snaplen, 1))
            for i, frame in enumerate(self.frames):
                out.write(struct.pack('<IIII', self.START + i // 1000, i % 1000 * 1000, min(len(frame), snaplen), len(frame)))
                out.write(frame[:snaplen])


class Connection:
    """A TCP connection of a capture. Each send is a segment."""

    def __init__(self, capture, server_port, client_port, late=False):
        self.capture = capture
        self.ports = (client_port, server_port)
        self.next = {True: 1000, False: 5000}           # the next sequence number of the client and of the server
        if late:
            return
        capture.add(True, self.ports, 999, 0, Capture.SYN)
        capture.add(False, self.ports, 4999, 1000, Capture.SYN | Capture.ACK)
        capture.add(True, self.ports, 1000, 5000, Capture.ACK)

    def send(self, from_client, octets):
        """Sends one segment and returns its frame's number."""
        frame = self.capture.add(from_client, self.ports, self.next[from_client], self.next[not from_client],
                                 Capture.PUSH | Capture.ACK, octets)
        self.next[from_client] += len(octets)
        return frame

    def request(self, message):
        return self.send(True, framed(message))

    def response(self, message):
        return self.send(False, framed(message))


def framed(message):
    """A message with its size before it."""
    return struct.pack('>i', len(message)) + message


# ----------------------------------------------------------------------------------------------------------- results
class Report:
    """Collects what is wrong; `end` prints it and exits."""

    def __init__(self):
        self.passed = 0
        self.faults = []

    def check(self, good, what):
        """Counts one check; `what` says what is wrong if it isn't `good`."""
        if good:
            self.passed += 1
        else:
            self.faults.append(str(what))
        return good

    def end(self, shown=40):
        for fault in self.faults[:shown]:
            print(fault)
        if len(self.faults) > shown:
            print('... and %d more' % (len(self.faults) - shown))
        print('%d passed, %d failed' % (self.passed, len(self.faults)))
        sys.exit(1 if self.faults or not self.passed else 0)
