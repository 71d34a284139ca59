#!/usr/bin/env python3
"""Are the plugin's fields registered well, and do the built-in dissector's filter names still exist?

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkatest


def main():
    report = kafkatest.Report()
    text, complaint = kafkatest.tshark('-G', 'fields', stderr=True,
                                       environment={'WIRESHARK_ABORT_ON_DISSECTOR_BUG': '1'})
    report.check(not complaint, 'tshark -G fields complains: %s' % complaint)

    fields = {}
    seen = collections.Counter()
    for line in text.split('\n'):
        columns = line.split('\t')
        if columns[0] == 'F' and columns[2].startswith('kafka.'):
            label, name, kind, parent, description = columns[1], columns[2], columns[3], columns[4], columns[7]
            fields[name] = kind
            seen[name, label] += 1          # one name may have several labels: that of each message's document
            report.check(parent == 'kafka', '%s belongs to %s' % (name, parent))
            report.check(re.fullmatch(r'[a-z0-9_.]+', name), '%s is not lower case' % name)
            # Expert infos can't have one: their summary is their label.
            report.check(description.strip() or name.startswith('kafka.expert.'), '%s has no description' % name)
            report.check(description != label, '%s has only its label as description' % name)
    for (name, label), count in seen.items():
        report.check(count == 1, '%s (%s) is registered %d times' % (name, label, count))

    for path in sorted(glob.glob(os.path.join(HERE, 'builtin-*.txt'))):
        release = os.path.basename(path)[len('builtin-'):-len('.txt')]
        with open(path, encoding='utf-8') as lines:
            for line in lines:
                if not line.startswith('#'):
                    name, kind = line.split()
                    report.check(fields.get(name) == kind, '%s %s of the built-in dissector of %s is %s now' % (
                        name, kind, release, fields.get(name, 'missing')))
    report.check(len(fields) > 2000, 'only %d fields: the plugin has not registered' % len(fields))
    report.end()


if __name__ == '__main__':
    main()
