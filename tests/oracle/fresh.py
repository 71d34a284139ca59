#!/usr/bin/env python3
"""As check.py, with messages that nobody has seen before: a run of the oracle with a new seed.

    fresh.py [SEED]

The records in them are looked at by verify_records.py, too. With an odd seed some Fetch responses have cut batches.

Skipped where there is no Java or no Maven, or where Maven can't get Kafka's jars.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import check
import kafkatest

SECONDS = 400       # for Maven to get the jars


def main():
    kafkatest.require_plugin()
    seed = sys.argv[1] if len(sys.argv) > 1 else str(random.SystemRandom().randrange(1, 1 << 31))
    options = ['--partial'] if int(seed) % 2 else []
    print('seed %s' % seed, *options)
    build = os.path.join(os.environ.get('KAFKASHARK_BUILD') or os.path.join(kafkatest.ROOT, 'build'), 'oracle')
    with tempfile.TemporaryDirectory() as rundir:
        try:
            run = subprocess.run([os.path.join(HERE, 'run.sh'), 'random', rundir, seed, *options], timeout=SECONDS,
                                 env=dict(os.environ, ORACLE_BUILD=build),
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired:
            print('SKIPPED: Maven has not got the jars in %d s' % SECONDS)
            sys.exit(kafkatest.SKIPPED)
        print(run.stdout.decode('utf-8', 'replace').rstrip())
        if run.returncode == kafkatest.SKIPPED:
            print('SKIPPED: no fresh messages can be made here')
            sys.exit(kafkatest.SKIPPED)
        if run.returncode:
            sys.exit('run.sh exits with %d' % run.returncode)
        verdict = check.verify(rundir)
        of_records = check.verify(rundir, 'verify_records.py', ())
    sys.exit(0 if all(re.fullmatch('[1-9][0-9]* passed, 0 failed', last) for last in (verdict, of_records)) else 1)


if __name__ == '__main__':
    main()
