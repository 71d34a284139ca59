#!/usr/bin/env python3
"""Is generated/ what kafka-gen makes of schemas/, byte for byte, wherever and whenever it runs?

    check.py KAFKA-GEN

Generates into fresh folders from other places, in other languages and time zones, and compares. Generating once more
over the first must touch no file.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '..', 'lib'))
import kafkatest

SCHEMAS = os.path.join(kafkatest.ROOT, 'schemas')
COMMITTED = os.path.join(kafkatest.ROOT, 'generated')
OLD = 1000000000        # a time stamp in the past

PLACES = (
    {'LC_ALL': 'C', 'TZ': 'UTC'},
    {'LC_ALL': 'C.UTF-8', 'TZ': 'Pacific/Chatham', 'SOURCE_DATE_EPOCH': '1', 'USER': 'someone', 'HOME': '/nonexistent'},
)


def contents(folder):
    """Relative path -> octets, of all files of a folder."""
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            with open(path, 'rb') as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def generate(program, schemas, folder, environment, cwd):
    run = subprocess.run([program, 'generate', schemas, folder], cwd=cwd, env=dict(os.environ, **environment),
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if run.returncode:
        sys.exit('kafka-gen exits with %d:\n%s' % (run.returncode, run.stdout.decode('utf-8', 'replace')))


def main():
    program = os.path.abspath(sys.argv[1])
    report = kafkatest.Report()
    committed = contents(COMMITTED)
    report.check(committed, 'generated/ is empty')
    with tempfile.TemporaryDirectory() as folder:
        for i, environment in enumerate(PLACES):
            fresh = os.path.join(folder, 'ümlaut %d' % i)
            os.mkdir(fresh)
            # A name relative to another folder must make no difference either.
            schemas = os.path.relpath(SCHEMAS, fresh) if i else SCHEMAS
            generate(program, schemas, fresh, environment, cwd=fresh)
            made = contents(fresh)
            for name in sorted(committed.keys() | made.keys()):
                report.check(committed.get(name) == made.get(name), 'generated/%s %s' % (
                    name, 'differs' if name in committed and name in made else
                    'is not committed' if name in made else 'is not generated'))
            report.check(str(folder).encode() not in b''.join(made.values()), 'a path is in what is generated')

        for parent, _, names in os.walk(fresh):
            for name in names:
                os.utime(os.path.join(parent, name), (OLD, OLD))
        stale = os.path.join(fresh, 'rpc', 'gone_request.c')
        with open(os.path.join(fresh, sorted(n for n in made if n.endswith('.c'))[0]), 'rb') as file:
            header = file.read().split(b'*/')[0] + b'*/\n'
        with open(stale, 'wb') as file:
            file.write(header)
        generate(program, SCHEMAS, fresh, PLACES[0], cwd=folder)
        report.check(not os.path.exists(stale), 'the file of a message that is gone is not removed')
        for name in made:
            report.check(os.stat(os.path.join(fresh, name)).st_mtime == OLD,
                         'generated/%s is touched for nothing' % name)
    report.end()


if __name__ == '__main__':
    main()
