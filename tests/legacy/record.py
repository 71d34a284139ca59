#!/usr/bin/env python3
"""Records a client of Kafka 0.7 against broker.py on loopback, port 9092. Needs tcpdump, and the right to capture.

    record.py FILE.pcap PROGRAM [ARGUMENT]...

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.realpath(__file__))
LONGEST = 30        # seconds that a client may take


def main():
    path, *client = sys.argv[1:]
    broker = subprocess.Popen([sys.executable, '-B', os.path.join(HERE, 'broker.py')], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True)
    print(broker.stdout.readline(), end='')
    tcpdump = subprocess.Popen(['tcpdump', '-i', 'lo', '-s', '0', '-U', '--immediate-mode', '-w', path, '-Z', 'root',
                                'tcp port 9092'], stderr=subprocess.PIPE, text=True)
    print(tcpdump.stderr.readline(), end='')
    time.sleep(0.5)
    try:
        code = subprocess.run(client, timeout=LONGEST).returncode
        time.sleep(0.5)
    finally:
        tcpdump.send_signal(signal.SIGINT)
        print(tcpdump.communicate()[1], end='')
        broker.communicate()
    sys.exit(code)


if __name__ == '__main__':
    main()
