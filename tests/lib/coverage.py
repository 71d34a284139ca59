#!/usr/bin/env python3
"""Prints which lines of generated/ and plugin/ were run.

    coverage.py BUILD COUNTS

BUILD has the notes of the compiler (*.gcno), COUNTS what programs counted (*.gcda), under BUILD's own path. Exits with
1 unless 99% of the lines of generated/rpc were run and tests/coverage.md names the others.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), '..', '..'))
EXPLAINED = os.path.join(ROOT, 'tests', 'coverage.md')
LIMIT = 99.0
PARTS = ('generated/rpc', 'generated/records', 'generated/data', 'generated/legacy', 'generated', 'plugin')


def count(build, counts):
    """File relative to ROOT -> line -> how often it was run."""
    lines = collections.defaultdict(collections.Counter)
    for folder, _, names in os.walk(os.path.join(build, 'plugin')):
        for name in names:
            if not name.endswith('.gcno'):
                continue
            with tempfile.TemporaryDirectory() as work:
                notes = os.path.join(folder, name)
                data = os.path.join(counts, notes.lstrip('/')[:-len('gcno')] + 'gcda')
                shutil.copy(notes, work)
                if os.path.exists(data):
                    shutil.copy(data, work)
                subprocess.run(['gcov', '--json-format', name], cwd=work, check=True, stdout=subprocess.DEVNULL)
                for result in os.listdir(work):
                    if result.endswith('.json.gz'):
                        with gzip.open(os.path.join(work, result), 'rt', encoding='utf-8') as file:
                            add(lines, json.load(file))
    return lines


def add(lines, report):
    for file in report['files']:
        path = os.path.relpath(os.path.join(report['current_working_directory'], file['file']), ROOT)
        if path.startswith(('generated/', 'plugin/')):
            for line in file['lines']:
                lines[path][line['line_number']] += line['count']


def explained():
    """(file, the line's text) of each line that tests/coverage.md names: `file`: `text`."""
    if not os.path.exists(EXPLAINED):
        return set()
    with open(EXPLAINED, encoding='utf-8') as file:
        return set(re.findall(r'`(generated/[^`]+)`: `([^`]+)`', file.read()))


def main():
    lines = count(*map(os.path.abspath, sys.argv[1:3]))
    texts = {}
    for path in lines:
        with open(os.path.join(ROOT, path), encoding='utf-8') as file:
            texts[path] = file.read().split('\n')

    part_of = {path: next(part for part in PARTS if path.startswith(part + '/')) for path in lines}
    reached = collections.defaultdict(lambda: [0, 0])
    for path, counted in lines.items():
        reached[part_of[path]][0] += sum(1 for n in counted.values() if n)
        reached[part_of[path]][1] += len(counted)

    known, good = explained(), True
    for path in sorted(lines):
        for line, n in sorted(lines[path].items()):
            if n == 0:
                text = texts[path][line - 1].strip()
                new = part_of[path] == 'generated/rpc' and (path, text) not in known
                good = good and not new
                print('%s:%d: %s%s' % (path, line, text, '      (not in tests/coverage.md)' if new else ''))
    for part in PARTS:
        if part in reached:
            run, of = reached[part]
            print('%s: %d of %d lines, %.2f%%' % (part, run, of, 100 * run / of))
    run, of = reached['generated/rpc']
    sys.exit(0 if of and 100 * run / of >= LIMIT and good else 1)


if __name__ == '__main__':
    main()
