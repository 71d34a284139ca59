#!/usr/bin/env python3
"""Keeps a run of the oracle as one small file, and makes a folder of it again.

    archive.py pack RUNDIR FILE.tar.xz [--largest OCTETS]
    archive.py unpack FILE.tar.xz RUNDIR

The messages' octets ("hex" in cases.jsonl) are left out, since the capture has them. --largest leaves out connections
with a message larger than that. The same run always gives the same file.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import argparse
import io
import json
import lzma
import os
import struct
import tarfile

FILES = ('cases.pcap', 'cases.jsonl', 'ops.jsonl')
INSIDE = 'data.jsonl'           # of runs of the mode `data`, of which no connection may be left out
HEADER = 24                     # octets before the first packet of a pcap file


def read_packets(pcap):
    """(the packet with its pcap header, client port, TCP payload) of each packet."""
    order = '<' if pcap[0] == 0xd4 else '>'
    found, at = [], HEADER
    while at < len(pcap):
        size = struct.unpack_from(order + 'I', pcap, at + 8)[0]
        frame = pcap[at + 16:at + 16 + size]
        tcp = 14 + (frame[14] & 15) * 4
        found.append((pcap[at:at + 16 + size], max(struct.unpack_from('>HH', frame, tcp)),
                      frame[tcp + (frame[tcp + 12] >> 4) * 4:]))
        at += 16 + size
    return found


def octets(case, packets):
    """A message: the payloads from its first frame to its last."""
    return b''.join(packets[number - 1][2] for number in range(case['firstFrame'], case['frame'] + 1))


def dump(rows):
    return ''.join(json.dumps(row, ensure_ascii=False, separators=(',', ':')) + '\n' for row in rows).encode()


def load(text):
    return [json.loads(line) for line in text.decode().splitlines() if line]


def pack(rundir, path, largest):
    parts = {}
    for name in FILES:
        with open(os.path.join(rundir, name), 'rb') as file:
            parts[name] = file.read()
    cases, ops, packets = load(parts['cases.jsonl']), load(parts['ops.jsonl']), read_packets(parts['cases.pcap'])
    for case in cases:
        assert octets(case, packets).hex() == case.pop('hex'), case

    dropped = {case['clientPort'] for case in cases if case['size'] > largest}
    renumbered, kept = {}, []
    for number, (packet, port, _) in enumerate(packets, 1):
        if port not in dropped:
            kept.append(packet)
            renumbered[number] = len(kept)
    cases = [dict(case, frame=renumbered[case['frame']], firstFrame=renumbered[case['firstFrame']])
             for case in cases if case['frame'] in renumbered]
    ops = [dict(row, frame=renumbered[row['frame']]) for row in ops if row['frame'] in renumbered]

    parts = {'cases.pcap': parts['cases.pcap'][:HEADER] + b''.join(kept), 'cases.jsonl': dump(cases),
             'ops.jsonl': dump(ops)}
    if os.path.exists(os.path.join(rundir, INSIDE)):
        assert not dropped
        with open(os.path.join(rundir, INSIDE), 'rb') as file:
            parts[INSIDE] = file.read()
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode='w', format=tarfile.USTAR_FORMAT) as out:
        for name in parts:
            member = tarfile.TarInfo(name)
            member.size = len(parts[name])
            out.addfile(member, io.BytesIO(parts[name]))
    with open(path, 'wb') as file:
        file.write(lzma.compress(tar.getvalue(), preset=9 | lzma.PRESET_EXTREME))


def unpack(path, rundir):
    with tarfile.open(path, 'r:xz') as archive:
        parts = {name: archive.extractfile(name).read() for name in archive.getnames()}
    packets = read_packets(parts['cases.pcap'])
    parts['cases.jsonl'] = dump(dict(case, hex=octets(case, packets).hex()) for case in load(parts['cases.jsonl']))
    os.makedirs(rundir, exist_ok=True)
    for name in parts:
        with open(os.path.join(rundir, name), 'wb') as file:
            file.write(parts[name])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('action', choices=('pack', 'unpack'))
    parser.add_argument('source')
    parser.add_argument('target')
    parser.add_argument('--largest', type=int, default=1 << 31)
    a = parser.parse_args()
    if a.action == 'pack':
        pack(a.source, a.target, a.largest)
    else:
        unpack(a.source, a.target)


if __name__ == '__main__':
    main()
