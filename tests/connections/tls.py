#!/usr/bin/env python3
"""TLS and plaintext on ports that say otherwise: the first octets decide.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lib'))
import kafkatest

ENCRYPTED = {'franz-go-tls13': '9095', 'franz-go-sasl-ssl': '9096'}
PLAIN = 'java44-admin'


def kafka(path, passes, *options):
    return kafkatest.tshark(*passes, '-r', path, *options, '-Y', 'kafka', '-T', 'fields', '-e', 'frame.number',
                            '-e', 'frame.protocols', '-e', 'kafka.correlation_id', '-e', '_ws.col.Info')


def main():
    report = kafkatest.Report()
    paths = kafkatest.captures()
    for passes in ((), ('-2',)):
        for name, port in ENCRYPTED.items():
            wanted = kafka(paths[name], passes, *kafkatest.options(name))
            report.check(wanted.count('tls:kafka') == wanted.count('\n') > 50, '%s: not Kafka in TLS' % name)
            for what, options in (('without any option', ()), ('on a TLS port', ('-o', 'kafka.tls_ports:' + port)),
                                  ('on a port for plaintext', ('-o', 'kafka.tcp_ports:' + port)),
                                  ('by Decode As as plaintext', ('-d', 'tcp.port==%s,kafka' % port))):
                report.check(kafka(paths[name], passes, *options) == wanted, '%s %s %s: not as with its options' % (
                    name, passes, what))
        wanted = kafka(paths[PLAIN], passes)
        report.check(kafka(paths[PLAIN], passes, '-o', 'kafka.tls_ports:9092', '-o', 'kafka.tcp_ports:') == wanted,
                     '%s %s: not the same on a TLS port' % (PLAIN, passes))
    report.end()


if __name__ == '__main__':
    main()
