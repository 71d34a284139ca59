#!/usr/bin/env python3
"""Is Kafka found on any port, by what is said alone?

In each capture of pcaps/ all TCP ports are changed to random ones that mean nothing to Wireshark. Then tshark, without
any option that names ports, must show the same Kafka in the same frames as it shows of the capture itself with the
options that it needs. Only what was said in a connection before its first whole request may be missing; late.tsv says
where that is.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import random
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import captures
import kafkatest

PORTS = range(20000, 60000)


def known_ports():
    """Those for which Wireshark has a dissector."""
    return {int(line.split('\t')[1]) for line in kafkatest.tshark('-G', 'decodes').split('\n')
            if re.match(r'tcp\.port\t\d+\t', line)}


def change_ports(octets, free, chance):
    """Gives each port in a capture another one."""
    changed = {}
    for segment in captures.segments(octets):
        for port in segment.ports():
            if port not in changed:
                changed[port] = free.pop(chance.randrange(len(free)))
        segment.set_ports(*(changed[port] for port in segment.ports()))


def preferences(options):
    """The options without those that say what is on a port: -d."""
    pairs = zip(options[::2], options[1::2])
    return [word for pair in pairs if pair[0] != '-d' for word in pair]


def layers(path, *options):
    """Frame -> its Kafka layers, as text."""
    found = {}
    text = kafkatest.tshark('-2', '-r', path, *options, '-Y', 'kafka', '-O', 'kafka')
    for frame in text.split('\n\n'):
        number = re.search(r'^Frame (\d+): ', frame, re.M)
        if number:
            found[int(number[1])] = re.findall(r'^Kafka.*\n(?: .*\n?)*', frame, re.M)
    return found


def late():
    """Capture -> the frames before the first whole request of their connection."""
    frames = {}
    with open(os.path.join(HERE, 'late.tsv'), encoding='utf-8') as lines:
        for line in lines:
            if not line.startswith('#'):
                name, numbers = line.rstrip('\n').split('\t')
                frames[name] = {int(number) for number in numbers.split(',')}
    return frames


def main():
    report = kafkatest.Report()
    expected_late = late()
    known = known_ports()
    with tempfile.TemporaryDirectory() as folder:
        for name, path in kafkatest.captures().items():
            if name.startswith('kafka07-'):         # that framing has no heuristic: its messages prove too little
                continue
            chance = random.Random(name)
            with open(path, 'rb') as file:
                octets = bytearray(file.read())
            change_ports(octets, [port for port in PORTS if port not in known], chance)
            changed = os.path.join(folder, os.path.basename(path))
            with open(changed, 'wb') as file:
                file.write(octets)
            options = kafkatest.options(name)
            wanted, found = layers(path, *options), layers(changed, *preferences(options))
            missing = {frame for frame in wanted if frame not in found}
            report.check(missing == expected_late.get(name, set()), '%s: no Kafka in frames %s' % (
                name, sorted(missing)))
            report.check(not found.keys() - wanted.keys(), '%s: Kafka in frames %s, too' % (
                name, sorted(found.keys() - wanted.keys())))
            for frame in wanted.keys() & found.keys():
                if missing:                     # another dissector may have kept octets of the frames before
                    found[frame] = [layer for layer in found[frame] if not layer.startswith('Kafka\n')]
                report.check(wanted[frame] == found[frame], '%s: frame %d is not the same' % (name, frame))
    report.end()


if __name__ == '__main__':
    main()
