"""tcpdump on loopback.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import contextlib
import os
import re
import signal

from lab.processes import Failure, Service, read, wait_until

STATISTICS = re.compile(r'(\d+) packets captured, (\d+) packets received by filter, (\d+) packets dropped')
LIMIT = 10              # seconds in which all that was sent is to be in the file


def complete(tcpdump):
    """Asks tcpdump for its counts: is all that its filter let through in the file? On loopback the kernel may count a
    packet twice, as it leaves and as it arrives; the file has it once."""
    before = len(STATISTICS.findall(read(tcpdump.log)))
    tcpdump.process.send_signal(signal.SIGUSR1)
    wait_until(lambda: len(STATISTICS.findall(read(tcpdump.log))) > before, LIMIT, 'statistics of tcpdump', tcpdump.log)
    captured, received, dropped = map(int, STATISTICS.findall(read(tcpdump.log))[-1])
    if dropped:
        raise Failure('tcpdump has dropped %d packets' % dropped)
    return received in (captured, 2 * captured)


@contextlib.contextmanager
def recording(path, packet_filter, log):
    """Records what the filter lets through while the block runs."""
    command = ['tcpdump', '-i', 'lo', '-s', '0', '-U', '--immediate-mode', '-B', '32768', '-w', path]
    if os.geteuid() == 0:
        command += ['-Z', 'root']
    with Service(command + [packet_filter], log, ready='listening on') as tcpdump:
        yield
        wait_until(lambda: complete(tcpdump), LIMIT, 'all packets in the file', log)
