#!/usr/bin/env python3
"""What does the loss of a TCP segment cost?

Each segment of java44-admin is dropped in turn, in three forms of its connections: as they were captured; with segments
of at most 200 octets; and pipelined, all requests and then all responses, in segments of 300 octets that begin
anywhere. All variants are connections of one capture for each form.

What does not lie in the dropped segment must be shown as it is without a loss, but for a link to what is lost: the
next whole message after the loss is found again, and pairs are right. A message of which less than CONFIRMED octets
are in the segment where it begins may be lost as well, if it is the first after the loss.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import functools
import os
import struct
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import captures
import kafkatest

CAPTURE = 'java44-admin'
CONFIRMED = 64
FIELDS = ['frame.number', '_ws.col.Info', 'kafka.len', 'kafka.api_key', 'kafka.api_version', 'kafka.correlation_id',
          'kafka.topic_name', 'kafka.partition_id', 'kafka.error', 'kafka.request_frame', 'kafka.response_frame',
          'kafka.expert.no_request', 'kafka.undecoded', 'kafka.expert.malformed', '_ws.malformed']
NUMBER, INFO, SIZE, KEY, VERSION, CORRELATION = range(6)
REQUEST, RESPONSE, ALONE, UNDECODED, MALFORMED, BROKEN = range(9, 15)


class Message:
    """A message in a direction's stream: octets from `start` up to `end`."""

    def __init__(self, from_client, octets, start):
        self.from_client, self.octets, self.start, self.end = from_client, octets, start, start + len(octets)


def conversations():
    """The capture's connections: each a list of (from client?, payload), in order."""
    with open(kafkatest.captures()[CAPTURE], 'rb') as file:
        octets = bytearray(file.read())
    found = {}
    for segment in captures.segments(octets):
        if segment.content():
            source, target = segment.ports()
            found.setdefault(max(source, target), []).append((target == 9092, segment.content()))
    return list(found.values())


def cut(parts, most):
    return [(from_client, octets[at:at + most]) for from_client, octets in parts for at in range(0, len(octets), most)]


def pipelined(parts):
    return cut([(direction, b''.join(octets for d, octets in parts if d == direction))
                for direction in (True, False)], 300)


@functools.lru_cache(maxsize=None)
def messages(parts):
    """The messages of a connection in each direction: the capture has them whole."""
    found = []
    for direction in (True, False):
        stream, at = b''.join(octets for d, octets in parts if d == direction), 0
        while at < len(stream):
            end = at + 4 + struct.unpack_from('>i', stream, at)[0]
            found.append(Message(direction, stream[at:end], at))
            at = end
    return found


def places(parts):
    """For each segment of a connection, where it begins in its direction's stream."""
    at, found = {True: 0, False: 0}, []
    for direction, octets in parts:
        found.append(at[direction])
        at[direction] += len(octets)
    return found


def send(capture, parts, dropped):
    """Sends all segments but one. Returns the frame of each; None for the dropped one."""
    connection, frames = capture.connection(client_port=10000 + len(capture.variants)), []
    for number, (from_client, octets) in enumerate(parts):
        if number == dropped:
            connection.next[from_client] += len(octets)
            frames.append(None)
        else:
            frames.append(connection.send(from_client, octets))
    return frames


def layers(path):
    """Frame -> a line for each of its Kafka messages, in order."""
    chosen = [argument for name in FIELDS for argument in ('-e', name)]
    text = kafkatest.tshark('-2', '-r', path, '-T', 'fields', *chosen, '-E', 'aggregator=\x1f', '-Y', 'kafka')
    return {int(line.split('\t')[0]): line.split('\t') for line in text.split('\n')[:-1]}


def frame_of(message, parts, begins, frames):
    """The frame in which a message ends, and how many octets of it are in the segment where it begins."""
    for number, (direction, octets) in enumerate(parts):
        if direction == message.from_client and begins[number] < message.end <= begins[number] + len(octets):
            last = number
        if direction == message.from_client and begins[number] <= message.start < begins[number] + len(octets):
            first = min(message.end, begins[number] + len(octets)) - message.start
    return frames[last], first


def check(report, form, parts, whole, shown, frames, whole_frames, dropped):
    """Compares a variant with the connection of which nothing is lost."""
    begins = places(parts)
    direction, lost = parts[dropped]
    lost_start, lost_end = begins[dropped], begins[dropped] + len(lost)
    back = {frame: original for frame, original in zip(frames, whole_frames) if frame}
    waiting_for_first = True
    expected = {}                               # frame -> the messages that must be whole in it
    optional = {}
    for message in messages(parts):
        if message.from_client == direction and message.start < lost_end and message.end > lost_start:
            continue                            # lost
        frame, begun = frame_of(message, parts, begins, frames)
        if message.from_client == direction and message.start >= lost_end and waiting_for_first:
            waiting_for_first = False
            if begun < CONFIRMED and begun < message.end - message.start:
                optional.setdefault(frame, []).append(message)
                continue
        expected.setdefault(frame, []).append(message)
    requests = {struct.unpack_from('>i', message.octets, 8)[0] for found in expected.values() for message in found
                if message.from_client}
    for frame, found in expected.items():
        what = '%s, segment %d lost, frame %d' % (form, dropped, back[frame])
        row, original = shown.get(frame), whole[back[frame]]
        if not report.check(row, '%s: no Kafka' % what):
            continue
        ids = [str(struct.unpack_from('>i', message.octets, 8 if message.from_client else 4)[0]) for message in found]
        shown_ids = row[CORRELATION].split('\x1f')
        if frame not in optional:
            report.check(shown_ids == ids, '%s: correlation ids %s, not %s' % (what, shown_ids, ids))
        report.check(not row[BROKEN] and not row[MALFORMED], '%s: malformed' % what)
        paired = all(message.from_client or struct.unpack_from('>i', message.octets, 4)[0] in requests
                     for message in found)
        same_messages = shown_ids == original[CORRELATION].split('\x1f')
        if paired and same_messages and frame not in optional:
            for column in range(SIZE, REQUEST):
                report.check(row[column] == original[column], '%s: %s is %s, not %s' % (
                    what, FIELDS[column], row[column], original[column]))
            report.check(row[INFO].endswith(original[INFO]),        # TCP puts its own remarks before it
                         '%s: Info is %s, not %s' % (what, row[INFO], original[INFO]))
        for column in (REQUEST, RESPONSE):
            linked = [str(back[int(number)]) for number in row[column].split('\x1f') if number]
            wanted = original[column].split('\x1f')
            report.check(all(number in wanted for number in linked), '%s: %s is %s, not of %s' % (
                what, FIELDS[column], linked, wanted))
        if not paired and len(found) == 1 and row[KEY]:
            report.check(row[KEY] == original[KEY] and row[VERSION] == original[VERSION],
                         '%s: taken for %s v%s, but it is %s v%s' % (
                             what, row[KEY], row[VERSION], original[KEY], original[VERSION]))
    # What is in no message that can be read is in no frame as one.
    for frame, row in shown.items():
        if frame in back and frame not in expected and frame not in optional:
            report.check(not row[CORRELATION], '%s, segment %d lost: frame %d is no end of a message, but %s' % (
                form, dropped, back[frame], row[INFO]))


def main():
    report = kafkatest.Report()
    for form, change in (('as captured', lambda parts: parts), ('cut at 200', lambda parts: cut(parts, 200)),
                         ('pipelined', pipelined)):
        capture = kafkatest.Capture()
        capture.variants = []
        for parts in conversations():
            parts = tuple(change(parts))
            whole_frames = send(capture, parts, None)
            capture.variants.append(None)
            for dropped in range(len(parts)):
                capture.variants.append((parts, send(capture, parts, dropped), whole_frames, dropped))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'loss.pcap')
            capture.write(path)
            shown = layers(path)
        for variant in filter(None, capture.variants):
            parts, frames, whole_frames, dropped = variant
            own = {frame: shown[frame] for frame in frames if frame in shown}
            check(report, form, parts, shown, own, frames, whole_frames, dropped)
        print('%s: %d segments dropped' % (form, sum(map(bool, capture.variants))))
    report.end()


if __name__ == '__main__':
    main()
