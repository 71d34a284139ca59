#!/usr/bin/env python3
"""Does tshark show what Kafka's own classes wrote? Runs verify.py on a run of the oracle kept in pcaps/oracle/.

    check.py smallest|random-1|random-2|partial-3|data
    check.py --records random-1|random-2|partial-3

data is also a case for verify_data.py: what is inside records and byte fields. --records is about each record
instead, by verify_records.py. In partial-3 the last batches of some Fetch responses are cut.

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
MESSAGES = {'smallest': 736, 'random-1': 964, 'random-2': 756, 'partial-3': 56, 'data': 342}
INSTANCES = {'data': 571}
WITH_RECORDS = {'random-1': 117, 'random-2': 33, 'partial-3': 18}
CUT_FIELDS = {'random-1': 0, 'random-2': 0, 'partial-3': 13}        # records fields whose last batch is cut


def verify(rundir, program='verify.py', options=('--labels',)):
    """The program's last line, after it has printed everything."""
    kafkatest.require_plugin()
    run = subprocess.run([sys.executable, '-B', os.path.join(HERE, program), rundir, '--show', '40', *options],
                         env=dict(kafkatest.ENVIRONMENT, TSHARK=kafkatest.TSHARK), stdout=subprocess.PIPE)
    text = run.stdout.decode('utf-8', 'replace')
    print(text, end='')
    return text.rstrip('\n').split('\n')[-1]


def check_records(rundir, name):
    """Are the records right, and is each cut batch called so?"""
    verdict = verify(rundir, 'verify_records.py', ())
    rows = kafkatest.fields(os.path.join(rundir, 'cases.pcap'), ['kafka.records.partial', 'kafka.expert.partial_batch'])
    cut, said = (sum(len(row[column]) for row in rows) for column in (0, 1))
    print('%d cut batches, %d notes' % (cut, said))
    return verdict == '%d passed, 0 failed' % WITH_RECORDS[name] and cut == said == CUT_FIELDS[name]


def main():
    name = sys.argv[-1]
    records = sys.argv[1] == '--records'
    with tempfile.TemporaryDirectory() as rundir:
        archive.unpack(os.path.join(kafkatest.ROOT, 'pcaps', 'oracle', name + '.tar.xz'), rundir)
        if records:
            sys.exit(0 if check_records(rundir, name) else 1)
        good = verify(rundir) == '%d passed, 0 failed' % MESSAGES[name]
        if name in INSTANCES:
            good &= verify(rundir, 'verify_data.py', ()) == '%d passed, 0 failed' % INSTANCES[name]
    sys.exit(0 if good else 1)


if __name__ == '__main__':
    main()
