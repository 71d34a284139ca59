#!/usr/bin/env python3
"""Are users and passwords in Wireshark's list of credentials, in one pass without a tree and in two?

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkatest

CASE = os.path.join(kafkatest.ROOT, 'pcaps', 'cases', '04-sasl-handshake-v0-raw-plain.pcap')
EXPECTED = {                            # capture: (frame, user) of each login with PLAIN
    'a token without a header': (CASE, (), [('3', 'alice')]),
    'java44-sasl-plain-scram': (None, None, [('11', 'alice'), ('31', 'alice'), ('229', 'bob')]),
    'franz-go-sasl-ssl': (None, None, None),                               # alice, in each SaslAuthenticate request
}


def main():
    report = kafkatest.Report()
    for name, (path, options, wanted) in EXPECTED.items():
        path = path or kafkatest.captures()[name]
        options = kafkatest.options(name) if options is None else options
        if wanted is None:
            text = kafkatest.tshark('-2', '-r', path, *options, '-Y', 'kafka.request_key == 36', '-T', 'fields', '-e',
                                    'frame.number')
            wanted = [(frame, 'alice') for frame in text.split()]
            report.check(len(wanted) == 20, '%s: %d logins' % (name, len(wanted)))
        for passes in ((), ('-2',)):
            text = kafkatest.tshark('-q', *passes, '-r', path, *options, '-z', 'credentials')
            found = re.findall(r'^(\d+) +Kafka +(\S+) +SASL PLAIN *$', text, re.M)
            report.check(found == wanted, '%s %s: %s, not %s' % (name, passes, found, wanted))
    report.end()


if __name__ == '__main__':
    main()
