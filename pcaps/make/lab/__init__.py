"""The lab: real brokers and clients on one machine, and tcpdump beside them. See ../README.md.

SPDX-License-Identifier: GPL-2.0-or-later
"""
from lab.processes import Failure
from lab.registry import scenario

__all__ = ['Failure', 'scenario']
