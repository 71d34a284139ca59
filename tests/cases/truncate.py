#!/usr/bin/env python3
"""Messages cut at each octet: what is there is shown, the rest is undecoded, and the message after is right.

Whole messages of the oracle, of which the first 0, 1, 2 … octets are sent, with a size that fits; then, in the same
connection, a good request and its response. Every octet of every message must be covered by the tree exactly once.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [os.path.join(HERE, '..', 'lib'), os.path.join(HERE, '..', 'oracle')]
import archive
import kafkatest

MESSAGES = (('Fetch', 12, 'request'), ('Metadata', 12, 'response'), ('JoinGroup', 9, 'response'))
SIZE = 4
FAILURES = {'kafka.expert.' + name for name in (
    'malformed', 'bad_string_length', 'bad_bytes_length', 'bad_array_length', 'bad_varint', 'bad_struct_marker',
    'bad_tagged_field')}
GOOD_ID = 0x600df00d
GOOD_REQUEST = bytes.fromhex('00120000%08x0004676f6f64' % GOOD_ID)         # ApiVersions v0, client id "good"
GOOD_RESPONSE = bytes.fromhex('%08x000000000001001200000004' % GOOD_ID)


def whole_messages():
    """(API, version, direction) -> octets without the size, of all in the run `smallest`."""
    with tempfile.TemporaryDirectory() as rundir:
        archive.unpack(os.path.join(kafkatest.ROOT, 'pcaps', 'oracle', 'smallest.tar.xz'), rundir)
        with open(os.path.join(rundir, 'cases.jsonl'), encoding='utf-8') as lines:
            return {(case['api'], case['version'], case['dir']): bytes.fromhex(case['hex'])[SIZE:]
                    for case in map(json.loads, lines)}


def check_cover(report, what, layer):
    """Do the leaves cover each octet of the layer once?"""
    at = 0
    leaves = [leaf for leaf in layer.leaves() if not leaf.label.startswith('[')]
    for leaf in sorted(leaves, key=lambda leaf: leaf.start):
        if not report.check(leaf.start == at, '%s: octets from %d are covered by %s' % (what, at, leaf)):
            return
        at = leaf.end
    report.check(at == layer.size, '%s: only %d of %d octets are covered' % (what, at, layer.size))


def check_cut(report, what, layer, length, direction, request_frame):
    names = {item.name for item in layer.walk()}
    report.check(layer.size == SIZE + length, '%s: its layer has %d octets' % (what, layer.size))
    report.check(names & FAILURES, '%s: nothing says that it is cut off' % what)
    # A response is known by its first four octets, whatever becomes of the others.
    if direction == 'response' and length >= 4:
        shown = [item.show for item in layer.find('kafka.request_frame')]
        report.check(shown == [str(request_frame)], '%s: request in frame %s, not %d' % (what, shown, request_frame))
    if direction == 'request' and length >= 8:
        report.check(layer.find('kafka.correlation_id'), '%s: no correlation id' % what)
    check_cover(report, what, layer)


def check_good(report, what, packets, request, response):
    for frame, wanted in ((request, {'kafka.correlation_id': GOOD_ID, 'kafka.response_frame': response}),
                          (response, {'kafka.correlation_id': GOOD_ID, 'kafka.request_frame': request,
                                      'kafka.api_versions_response.api_version.max_version': 4})):
        layers = packets[frame - 1].messages()
        if not report.check(len(layers) == 1, '%s: then %d layers in frame %d' % (what, len(layers), frame)):
            continue
        for name, value in wanted.items():
            shown = [kafkatest.number(item.show) for item in layers[0].find(name)]
            report.check(shown == [value], '%s: then %s is %s, not %d' % (what, name, shown, value))
        bad = [item for item in layers[0].walk() if item.name.startswith(('kafka.expert.', 'kafka.undecoded'))]
        report.check(not bad, '%s: then a good message has %s' % (what, ' | '.join(map(str, bad))))
        check_cover(report, what + ', then', layers[0])


def main():
    report = kafkatest.Report()
    whole = whole_messages()
    capture, cuts = kafkatest.Capture(), []
    for api, version, direction in MESSAGES:
        octets = whole[api, version, direction]
        for length in range(len(octets)):
            connection = capture.connection()
            request_frame = connection.request(whole[api, version, 'request']) if direction == 'response' else None
            frame = connection.send(direction == 'request', kafkatest.framed(octets[:length]))
            what = '%s v%d %s, %d of %d octets' % (api, version, direction, length, len(octets))
            cuts.append((what, direction, length, request_frame, frame,
                         connection.request(GOOD_REQUEST), connection.response(GOOD_RESPONSE)))

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'truncate.pcap')
        capture.write(path)
        packets = kafkatest.packets(path)
    for what, direction, length, request_frame, frame, good_request, good_response in cuts:
        layers = packets[frame - 1].messages()
        if report.check(len(layers) == 1, '%s: %d Kafka layers' % (what, len(layers))):
            check_cut(report, what, layers[0], length, direction, request_frame)
        check_good(report, what, packets, good_request, good_response)
    report.end()


if __name__ == '__main__':
    main()
