#!/usr/bin/env python3
"""Is each framing taken for what it is, told by the first message of a connection alone?

10,000 random requests of Kafka 0.7, and the messages of today's Kafka that modern.py has: each goes over a connection
of its own, and nothing else does.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..', 'lib')]
import corpus
import kafkatest
import modern

SEED = 8
REQUESTS = 10000
SEGMENT = 60000     # octets
PAIRS = 368         # API keys and versions
FIELDS = ['frame.number', 'kafka.legacy.request_type', 'kafka.legacy.response_length', 'kafka.api_key',
          'kafka.undecoded', '_ws.malformed']


def send(capture, from_client, octets, number):
    """Sends a message in a connection of its own, of which nothing else was captured. Returns its last frame."""
    ports = 10000 + number, 9092
    for start in range(0, len(octets), SEGMENT):
        frame = capture.add(from_client, ports, 1000 + start, 5000, capture.PUSH | capture.ACK,
                            octets[start:start + SEGMENT])
    return frame


def look(messages, from_client):
    """What is shown of each message: a dictionary of the fields."""
    capture = kafkatest.Capture()
    frames = [send(capture, from_client, octets, number) for number, octets in enumerate(messages)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'recognition.pcap')
        capture.write(path)
        rows = kafkatest.fields(path, FIELDS)
    return [dict(zip(FIELDS, rows[frame - 1])) for frame in frames]


def summary(shown):
    return ', '.join('%s %s' % (name, values[0][:40]) for name, values in shown.items() if values)


def main():
    report = kafkatest.Report()
    random = corpus.Corpus(SEED)
    legacy = [random.request() for _ in range(REQUESTS)]
    for (octets, kind, _), shown in zip(legacy, look([octets.octets for octets, _, _ in legacy], True)):
        report.check(shown['kafka.legacy.request_type'] == [str(kind)] and not shown['kafka.api_key'] and
                     not shown['kafka.undecoded'] and not shown['_ws.malformed'],
                     'request of type %d is %s: %s' % (kind, summary(shown), octets.octets[:60].hex()))

    requests = modern.requests()
    report.check(len(set(map(modern.key_and_version, requests))) == PAIRS, 'not all APIs and versions')
    for octets, shown in zip(requests, look(requests, True)):
        key, version = modern.key_and_version(octets)
        report.check(shown['kafka.api_key'] == [str(key)] and not shown['kafka.legacy.request_type'],
                     'API %d v%d is %s' % (key, version, summary(shown)))

    responses = modern.responses()
    for octets, shown in zip(responses, look(responses, False)):
        report.check(not shown['kafka.legacy.response_length'] and not shown['kafka.legacy.request_type'],
                     'response is %s: %s' % (summary(shown), octets[:60].hex()))
    print('%d requests of Kafka 0.7; %d requests and %d responses of today\'s' % (
        len(legacy), len(requests), len(responses)))
    report.end()


if __name__ == '__main__':
    main()
