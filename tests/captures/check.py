#!/usr/bin/env python3
"""Is everything in the captures decoded?

Of each capture in pcaps/: every message is there, none is malformed, no octet is left undecoded, and every response
has its request. messages.tsv tells how many there are, counted without Wireshark's help, and which responses can't
have their request: those that answer something sent before the capture began. They alone may be undecoded.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkatest

# Whatever of these is in a capture of correct traffic, the dissector is wrong.
WRONG = ['_ws.malformed', 'kafka.undecoded'] + ['kafka.expert.' + name for name in (
    'malformed', 'bad_string_length', 'bad_bytes_length', 'bad_array_length', 'bad_varint', 'bad_null',
    'bad_struct_marker', 'bad_tagged_field', 'trailing', 'bad_size', 'unknown_api', 'unknown_version')]
NAMES = ['frame.number', 'kafka.len', 'kafka.request_frame', 'kafka.response_frame', 'kafka.expert.no_request', *WRONG]


def expectations():
    """Name -> (requests, responses, the frames of responses without request)."""
    found = {}
    with open(os.path.join(HERE, 'messages.tsv'), encoding='utf-8') as lines:
        for line in lines:
            if not line.startswith('#'):
                name, requests, responses, alone = line.rstrip('\n').split('\t')
                found[name] = int(requests), int(responses), [int(n) for n in alone.split(',') if n != '-']
    return found


def main():
    report = kafkatest.Report()
    expected = expectations()
    for name, path in kafkatest.captures().items():
        if not report.check(name in expected, '%s is not in messages.tsv' % name):
            continue
        requests, responses, alone = expected.pop(name)
        count = dict.fromkeys(NAMES, 0)
        seen_alone = []
        for values in kafkatest.fields(path, NAMES, *kafkatest.options(name), '-Y', 'kafka'):
            frame = dict(zip(NAMES, values))
            number = int(frame['frame.number'][0])
            for field in NAMES:
                count[field] += len(frame[field])
            seen_alone += [number] * len(frame['kafka.expert.no_request'])
            for field in WRONG:
                expected_here = field == 'kafka.undecoded' and number in alone
                report.check(not frame[field] or expected_here, '%s: frame %d has %s' % (name, number, field))
        for field, wanted in (('kafka.len', requests + responses), ('kafka.request_frame', responses - len(alone)),
                              ('kafka.response_frame', responses - len(alone))):
            report.check(count[field] == wanted, '%s: %d %s, but there are %d' % (name, count[field], field, wanted))
        report.check(seen_alone == alone, '%s: the responses without request are in frames %s, not %s' % (
                name, seen_alone, alone))
    report.check(not expected, 'messages.tsv has captures that are not there: %s' % ', '.join(expected))
    report.end()


if __name__ == '__main__':
    main()
