#!/usr/bin/env python3
"""Runs the program `order` on all captures, and on one of all conversations in tests/cases/.

    order.py PROGRAM

SPDX-License-Identifier: GPL-2.0-or-later
"""
import glob
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [os.path.join(HERE, '..', 'lib'), os.path.join(HERE, '..', 'cases')]
import kafkatest
import run


def main():
    capture = kafkatest.Capture()
    for path in sorted(glob.glob(os.path.join(HERE, '..', 'cases', '*.case'))):
        for case in run.read(path):
            run.send(capture, case)
    reported = sorted(glob.glob(os.path.join(kafkatest.ROOT, 'pcaps', 'cases', '*.pcap')))
    with tempfile.TemporaryDirectory() as folder:
        cases = os.path.join(folder, 'cases.pcap')
        capture.write(cases)
        sys.exit(subprocess.run([sys.argv[1], cases, *reported, *kafkatest.captures().values()]).returncode)


if __name__ == '__main__':
    main()
