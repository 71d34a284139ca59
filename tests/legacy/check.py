#!/usr/bin/env python3
"""Does tshark show each primitive of random Kafka 0.7 traffic, and nothing else?

    check.py [--seed N] [--requests N] [--keep FILE]

Connections have many requests each and several in a segment; some are cut over segments. What the encoder logged must
be met by the tree: each primitive by an item that covers exactly its octets, has the document's name and shows its
value (bytes, also together with the length before them); the leaves cover each octet once; a compressed message has the
messages that were put in. Beside that: a response belongs to its request, and says which topic and partition its
messages are of and at which offset each of them is.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import argparse
import collections
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..', 'lib')]
import corpus
import kafkatest
import wire

PER_CONNECTION = 50     # requests
PER_SEGMENT = 8         # requests, at the most
SEGMENT = 1400          # octets, at the most
OPENED = 'kafka.records.decompressed'


class Sent:
    """A message that was sent: the frame in which it ends, and what is to be found there."""

    def __init__(self, octets, kind, parts, request=None):
        self.octets, self.kind, self.parts, self.request = octets, kind, parts, request
        self.response = self.frame = self.layer = None


def send(connection, from_client, batch, ends):
    """Sends messages in segments. `ends` counts the messages that end in each frame."""
    octets = b''.join(sent.octets.octets for sent in batch)
    border, waiting = 0, list(batch)
    for start in range(0, len(octets), SEGMENT):
        part = octets[start:start + SEGMENT]
        frame = connection.send(from_client, part)
        while waiting and border + len(waiting[0].octets) <= start + len(part):
            sent = waiting.pop(0)
            border += len(sent.octets)
            sent.frame, sent.layer = frame, ends[frame]
            ends[frame] += 1


def make(seed, count, path):
    """Writes the capture and returns what is in it."""
    random, capture, everything, ends = corpus.Corpus(seed), kafkatest.Capture(), [], collections.Counter()
    while len(everything) < count:
        connection = capture.connection()
        left = min(PER_CONNECTION, count - len(everything))
        while left:
            size = random.random.randrange(1, min(left, PER_SEGMENT) + 1)
            left -= size
            requests = [Sent(*random.request()) for _ in range(size)]
            responses = []
            for request in requests:
                octets = random.response(request.kind, request.parts)
                if octets:
                    request.response = Sent(octets, request.kind, request.parts, request)
                    responses.append(request.response)
            send(connection, True, requests, ends)
            send(connection, False, responses, ends)
            everything += requests
    capture.write(path)
    return everything, ends


# ------------------------------------------------------------------------------------------------------------- checks
def outside(item):
    """The visible items below, but not what was decompressed."""
    for child in item.visible():
        if child.name != OPENED:
            yield child
            yield from outside(child)


def opened(item):
    """What was decompressed, in the order of the tree, outermost only."""
    for child in item.visible():
        if child.name == OPENED:
            yield child
        else:
            yield from opened(child)


def shows(item, kind, value):
    if kind == 'bytes':
        shown = value in (item.show.replace(':', ''), item.show.encode().hex())
        return shown and (value != '' or 'null' not in item.label)
    return kafkatest.number(item.show) == value


def check_log(report, where, item, log, end, origin=0):
    """Compares the items below `item`, which has `end` octets from `origin`, with a log. Returns how many were there."""
    places = collections.defaultdict(list)
    for child in outside(item):
        places[child.start - origin, child.size].append(child)
    allowed, sets, count = set(), [], 0
    for at, (start, size, kind, value, name) in enumerate(log):
        if kind == 'set':
            sets.append((size, value))
            continue
        count += 1
        allowed.add((start, size))
        found = [child for child in places[start, size] if shows(child, kind, value)]
        if kind == 'bytes' and at and log[at - 1][4] == name:
            both = log[at - 1][0], log[at - 1][1] + size
            allowed.add(both)
            found += [child for child in places[both] if shows(child, kind, value)]
        if kind in ('int16', 'int32') and at + 1 < len(log) and log[at + 1][2] == 'bytes' and log[at + 1][4] == name:
            continue                    # met together with the bytes
        names = [name] if kind == 'bytes' or name not in ('MESSAGES', 'REQUESTS', 'OFFSETS') else [name, 'length']
        report.check(any(child.label.startswith(tuple(names)) for child in found),
                     '%s: [%d, %d] %s %s: %s is not shown' % (where, start, size, name, kind, value))
    leaves = []
    for child in outside(item):
        if child.size > 0 and not any(below.size > 0 for below in child.visible() if below.name != OPENED):
            leaves.append((child.start - origin, child.end - origin))
            report.check((child.start - origin, child.size) in allowed,
                         '%s: %s covers what is no primitive' % (where, child))
    position = 0
    for start, stop in sorted(leaves):
        report.check(start == position, '%s: leaves end at %d, the next begins at %d' % (where, position, start))
        position = stop
    report.check(position == end, '%s: leaves end at %d, not at %d' % (where, position, end))
    inner = list(opened(item))
    if report.check(len(inner) == len(sets),
                    '%s: %d sets of compressed messages, not %d' % (where, len(inner), len(sets))):
        for child, (size, values) in zip(inner, sets):
            report.check(child.size == size, '%s: %d octets decompressed, not %d' % (where, child.size, size))
            # PDML moves an item of other octets than its parent's; the first message is where they begin.
            count += check_log(report, where + ' (compressed)', child, values, size, child.visible()[0].start)
    return count


def offsets_of(octets, parts):
    """The offsets that the messages in a response have. Each error code in it begins what answers the next part."""
    found, at, offset = [], -1, None
    for (_, _, _, value, name), following in zip(octets.log, octets.log[1:]):
        if name == 'ERROR_CODE':
            at += 1
            offset = parts[at][2] if parts[at] else None
        elif name == 'LENGTH' and following[4] == 'MAGIC':
            found.append(offset if offset < 1 << 63 else offset - (1 << 64))
            offset += 4 + value
    return found


def check_response(report, where, layer, sent):
    report.check([item.show for item in layer.find('kafka.request_frame')] == [str(sent.request.frame)],
                 '%s: another request' % where)
    topics = [item.show for item in layer.find('kafka.topic_name') if not item.hidden]
    partitions = [item.show for item in layer.find('kafka.partition_id') if not item.hidden]
    report.check(topics == [part[0] for part in sent.parts], '%s: topics %s' % (where, topics))
    report.check(partitions == [str(part[1]) for part in sent.parts], '%s: partitions %s' % (where, partitions))
    if sent.kind == wire.MULTIFETCH:
        expected = offsets_of(sent.octets, [None, *sent.parts])
    else:
        expected = offsets_of(sent.octets, sent.parts) if sent.kind == wire.FETCH else []
    shown = [item.show for item in layer.find('kafka.record.offset')]
    report.check(shown == [str(offset) for offset in expected], '%s: offsets %s, not %s' % (where, shown, expected))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=7)
    parser.add_argument('--requests', type=int, default=10000)
    parser.add_argument('--keep', metavar='FILE', help='write the capture there')
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = a.keep or os.path.join(folder, 'corpus.pcap')
        everything, ends = make(a.seed, a.requests, path)
        frames = kafkatest.packets(path, '-J', 'kafka', '-Y', 'kafka')

    report, primitives, kinds = kafkatest.Report(), 0, collections.Counter()
    numbers = sorted(ends)
    if report.check(len(frames) == len(numbers), '%d frames with Kafka, not %d' % (len(frames), len(numbers))):
        shown = dict(zip(numbers, frames))
        for sent in [message for request in everything for message in (request, request.response) if message]:
            where = 'frame %d, message %d' % (sent.frame, sent.layer)
            layers = shown[sent.frame].messages()
            if not report.check(len(layers) == ends[sent.frame], '%s: %d messages, not %d' % (
                    where, len(layers), ends[sent.frame])):
                continue
            layer = layers[sent.layer]
            kinds[sent.kind, sent.request is None] += 1
            primitives += check_log(report, where, layer, sent.octets.log, len(sent.octets))
            for item in layer.walk():
                if item.name == 'kafka.undecoded' or (item.name.startswith('kafka.expert.') and
                                                      item.name != 'kafka.expert.error_code'):
                    report.check(False, '%s: %s' % (where, item))
            if sent.request:
                check_response(report, where, layer, sent)
            elif sent.response:
                report.check([item.show for item in layer.find('kafka.response_frame')] == [str(sent.response.frame)],
                             '%s: another response' % where)
    print(', '.join('%d %s of type %d' % (count, 'requests' if request else 'responses', kind)
                    for (kind, request), count in sorted(kinds.items())))
    print('%d primitives' % primitives)
    report.end()


if __name__ == '__main__':
    main()
