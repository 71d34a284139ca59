#!/usr/bin/env python3
"""Does tshark still show of the captures what it showed when someone last read it?

    check.py [NAME]...              compares with NAME.txt here, and shows the difference
    check.py --update [NAME]...     writes NAME.txt; scripts/update-golden

For each capture in pcaps/ these are the Kafka layers of each frame, under a line with the frame's number and Info. A
layer is there in full if it has an item that none before it in the capture had; of others there is a checksum.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import argparse
import decimal
import difflib
import os
import re
import sys
import zlib

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkatest

# Layers that are not ours, so that their text is another matter.
OTHERS = re.compile(r'Frame \d+: |Ethernet II, |Linux cooked capture|Internet Protocol Version \d, |'
                    r'Transmission Control Protocol, |Transport Layer Security|\[\d+ Reassembled TCP Segments ')
SHOWN = 200         # lines of a difference

# What Wireshark's releases write in ways of their own. Of bytes those before 4.4 show the first 36; a label that is too
# long has another mark since then, and not the same length; from 4.6 on a time is in a unit that fits, and a large
# floating-point number has an exponent. One in JSON has the exponent that was written, before 4.4. Text of Kafka's that
# looks alike, 1.7976931348623157E308, is as it is.
LONG_BYTES = re.compile(r'^([^:]*?)(?: \[…\])?: ([0-9a-f]{72})[0-9a-f]+…?$')
CUT = re.compile(r'^([^:]*?) \[(?:truncated|…)\]: (.{,150}).*')
TIME = re.compile(r': (\d+\.\d+) (milli|micro|nano)seconds\]$')
EXPONENT = re.compile(r'(?<=: )-?\d(?:\.\d+)?e\+\d+$|(?<=Number value: )-?\d(?:\.\d+)?[eE]\+?\d+$')
SMALLER = {'milli': 3, 'micro': 6, 'nano': 9}


def layers(lines):
    """The layers of a frame that are ours, each a list of lines."""
    found = []
    for line in lines:
        if line.startswith(' ') and found:
            found[-1].append(line)
        else:
            found.append([line])
    return [layer for layer in found if not OTHERS.match(layer[0])]


def as_by_all_releases(line):
    """A line as Wireshark 4.0 has it, whichever release has written it."""
    line = LONG_BYTES.sub(r'\1: \2…', line)
    line = CUT.sub(r'\1 [truncated]: \2', line)
    line = TIME.sub(lambda time: ': %.9f seconds]' % decimal.Decimal(time[1]).scaleb(-SMALLER[time[2]]), line)
    line = EXPONENT.sub(lambda number: '{:f}'.format(decimal.Decimal(number[0])), line)
    return line.replace('<UNKNOWN> Message Type', '<UNKNOWN>')      # the dissector of Protobuf


def form(line):
    """A line without its value and its place in an array."""
    return re.sub(r'\[\d+\]', '[]', re.split(r': | = ', line)[0])


def render(name, path):
    """The lines of a capture's text, and for each line that is a checksum what it stands for."""
    text = kafkatest.tshark('-2', '-r', path, *kafkatest.options(name), '-Y', 'kafka', '-P', '-O', 'kafka',
                            '-o', 'gui.column.format:"No.","%m","Info","%i"')
    lines, stands_for, seen = [], {}, set()
    for frame in text.split('\n\n'):
        summary, *rest = frame.strip('\n').split('\n')
        if not summary:
            continue
        lines.append(re.sub(r'^ *(\d+) ', r'frame \1: ', summary))
        for layer in layers([as_by_all_releases(line) for line in rest]):
            forms = {form(line) for line in layer}
            if forms - seen:
                lines += ['    ' + line for line in layer]
            else:
                lines.append('    %s ... %08x' % (layer[0], zlib.crc32('\n'.join(layer).encode())))
                stands_for[lines[-2], lines[-1]] = layer
            seen |= forms
    return lines, stands_for


def show(name, expected, lines, stands_for):
    """Prints how the lines differ from what is expected, and what is behind checksums that do."""
    difference = list(difflib.unified_diff(expected, lines, 'tests/golden/%s.txt' % name, 'now', lineterm='', n=2))
    print('\n'.join(difference[:SHOWN]))
    if len(difference) > SHOWN:
        print('... and %d more lines' % (len(difference) - SHOWN))
    known = set(zip(expected, expected[1:]))
    for pair, layer in stands_for.items():
        if pair not in known:
            print('%s\n%s is now' % pair)
            print('\n'.join('    ' + line for line in layer))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--update', action='store_true')
    parser.add_argument('names', nargs='*')
    a = parser.parse_args()
    captures = kafkatest.captures()
    for name in a.names:
        if name not in captures:
            sys.exit('there is no capture %s in pcaps/' % name)

    report = kafkatest.Report()
    for name in a.names or captures:
        lines, stands_for = render(name, captures[name])
        path = os.path.join(HERE, name + '.txt')
        expected = []
        if os.path.exists(path):
            with open(path, encoding='utf-8') as file:
                expected = file.read().split('\n')[:-1]
        if lines == expected and lines:
            report.check(True, name)
        elif a.update and lines:
            with open(path, 'w', encoding='utf-8') as file:
                file.write('\n'.join(lines) + '\n')
            print('%s: %d lines' % (name, len(lines)))
        else:
            report.check(False, '%s: %s' % (name, 'not as in tests/golden/' if lines else 'no Kafka at all'))
            show(name, expected, lines, stands_for)
    if a.update:
        sys.exit(1 if report.faults else 0)
    for text in sorted(os.listdir(HERE)):
        if text.endswith('.txt') and not a.names:
            report.check(text[:-len('.txt')] in captures, 'tests/golden/%s has no capture' % text)
    report.end()


if __name__ == '__main__':
    main()
