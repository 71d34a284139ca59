#!/usr/bin/env python3
"""Does tshark show what Kafka's own classes wrote? Runs verify.py on a run of the oracle kept in pcaps/oracle/.

    check.py smallest|random-1|random-2

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import archive
import kafkatest

# How many messages there are in each run: so many must pass. smallest has each of the 368 versions twice.
MESSAGES = {'smallest': 736, 'random-1': 964, 'random-2': 756}


def verify(rundir):
    """verify.py's last line, after it has printed everything."""
    kafkatest.require_plugin()
    run = subprocess.run([sys.executable, '-B', os.path.join(HERE, 'verify.py'), rundir, '--labels', '--show', '40'],
                         env=dict(kafkatest.ENVIRONMENT, TSHARK=kafkatest.TSHARK), stdout=subprocess.PIPE)
    text = run.stdout.decode('utf-8', 'replace')
    print(text, end='')
    return text.rstrip('\n').split('\n')[-1]


def main():
    name = sys.argv[1]
    with tempfile.TemporaryDirectory() as rundir:
        archive.unpack(os.path.join(kafkatest.ROOT, 'pcaps', 'oracle', name + '.tar.xz'), rundir)
        verdict = verify(rundir)
    sys.exit(0 if verdict == '%d passed, 0 failed' % MESSAGES[name] else 1)


if __name__ == '__main__':
    main()
