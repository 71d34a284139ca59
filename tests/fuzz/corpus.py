#!/usr/bin/env python3
"""Writes the messages that the fuzzer begins with to FILE, or for libFuzzer one by one to FOLDER.

    corpus.py FILE
    corpus.py --libfuzzer FOLDER

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import struct
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), '..', 'lib'))
import exchanges

LARGEST = 16384         # octets; larger messages say nothing that smaller ones do not, and take long
VIEWS = 3               # of fuzz_view
FLAG_AGAIN = 4


def framed(message):
    return struct.pack('>I', len(message)) + message


def collect():
    with tempfile.TemporaryDirectory() as folder:
        found = exchanges.of_oracle(folder, ('smallest', 'random', 'data')) + exchanges.of_captures()
    pairs = [(exchange.request, exchange.response) for exchange in found] + exchanges.in_order()
    return [pair for pair in dict.fromkeys(pairs) if sum(map(len, pair)) <= LARGEST]


def main():
    if sys.argv[1] == '--libfuzzer':
        os.makedirs(sys.argv[2], exist_ok=True)
        for i, (request, response) in enumerate(collect()):
            request = framed(request)
            with open(os.path.join(sys.argv[2], 'exchange-%04d' % i), 'wb') as out:
                out.write(struct.pack('>BH', i % VIEWS + FLAG_AGAIN * (i % 2), len(request)) + request +
                          framed(response))
        return
    with open(sys.argv[1], 'wb') as out:
        for request, response in collect():
            out.write(framed(request) + framed(response))


if __name__ == '__main__':
    main()
