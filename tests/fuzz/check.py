#!/usr/bin/env python3
"""Some seconds of fuzzing, always with the same seed, so that the outcome is a matter of the code alone.

    check.py FUZZ [--seed N] [--seconds N | --count N] ...

FUZZ is the program; options go to it. scripts/fuzz does it for longer.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))

SEED = 1
COUNT = 30000           # inputs


def main():
    program, options = sys.argv[1], sys.argv[2:] or ['--seed', str(SEED), '--count', str(COUNT)]
    if not os.path.exists(program):
        sys.exit('no ' + program)
    with tempfile.TemporaryDirectory() as folder:
        corpus = os.path.join(folder, 'corpus')
        subprocess.run([sys.executable, os.path.join(HERE, 'corpus.py'), corpus], check=True)
        run = subprocess.run([program, corpus, '--out', os.path.join(os.getcwd(), 'fuzz.pcap'), *options])
    sys.exit(run.returncode and 1)


if __name__ == '__main__':
    main()
