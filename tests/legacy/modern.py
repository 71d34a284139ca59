#!/usr/bin/env python3
"""Messages of today's Kafka, made by the oracle: those in its archives, and requests of further seeds.

    modern.py pack RUNDIR...        writes pcaps/oracle/requests.xz: of each run the shortest request of each API and
                                    version, as they are on the wire, unless an archive has it

SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import lzma
import os
import struct
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [os.path.join(HERE, '..', 'lib'), os.path.join(HERE, '..', 'oracle')]
import archive
import kafkatest

FOLDER = os.path.join(kafkatest.ROOT, 'pcaps', 'oracle')
ARCHIVES = ('smallest', 'random-1', 'random-2')
REQUESTS = os.path.join(FOLDER, 'requests.xz')


def read_run(rundir):
    with open(os.path.join(rundir, 'cases.jsonl'), encoding='utf-8') as file:
        return [json.loads(line) for line in file]


def archived(direction):
    """The messages of the archives that go to the server ("request") or to the client ("response")."""
    found = []
    for name in ARCHIVES:
        with tempfile.TemporaryDirectory() as rundir:
            archive.unpack(os.path.join(FOLDER, name + '.tar.xz'), rundir)
            found += [bytes.fromhex(case['hex']) for case in read_run(rundir) if case['dir'] == direction]
    return found


def packed():
    """The requests of further seeds."""
    with lzma.open(REQUESTS) as file:
        octets = file.read()
    found, at = [], 0
    while at < len(octets):
        end = at + 4 + struct.unpack_from('>i', octets, at)[0]
        found.append(octets[at:end])
        at = end
    return found


def requests():
    return archived('request') + packed()


def responses():
    return archived('response')


def key_and_version(request):
    return struct.unpack_from('>hh', request, 4)


def main():
    if len(sys.argv) < 3 or sys.argv[1] != 'pack':
        sys.exit(__doc__)
    chosen = []
    for rundir in sys.argv[2:]:
        shortest = {}
        for case in read_run(rundir):
            octets = bytes.fromhex(case['hex'])
            pair = case['key'], case['version']
            if case['dir'] == 'request' and len(octets) < len(shortest.get(pair, octets + b'.')):
                shortest[pair] = octets
        chosen += shortest.values()
    kept = set(archived('request'))
    with open(REQUESTS, 'wb') as file:
        file.write(lzma.compress(b''.join(octets for octets in chosen if octets not in kept),
                                 preset=9 | lzma.PRESET_EXTREME))


if __name__ == '__main__':
    main()
