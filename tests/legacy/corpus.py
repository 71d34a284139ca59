"""Random traffic of Kafka 0.7: legal requests of all types, and their responses. The same seed gives the same.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import random
import string

import wire

TOPIC_LETTERS = string.ascii_letters + string.digits + '._-'
NESTED_MOST = 2         # messages compressed one in another


class Corpus:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def size(self, most):
        """From 0 to `most`, small ones far more often."""
        return self.random.randrange(self.random.choice((2, 10, 100, most)) + 1) if most > 100 else \
            self.random.randrange(most + 1)

    def topic(self):
        length = min(self.size(249), 248) + 1
        return ''.join(self.random.choices(TOPIC_LETTERS, k=length))

    def partition(self):
        return self.random.choice((0, 0, 1, self.random.randrange(100), self.random.randrange(1 << 31)))

    def offset(self):
        return self.random.choice((0, self.random.randrange(1 << 20), self.random.randrange(1 << 63)))

    def payload(self):
        size = self.size(self.random.choice((0, 100, 100, 100, 1000)))
        if self.random.randrange(2):
            return self.random.randbytes(size)
        return ''.join(self.random.choices('abcdefgh \u00e4\u20ac{}"', k=size)).encode()

    def message(self, depth=0):
        codec = self.random.choice((wire.NONE, wire.NONE, wire.NONE, wire.GZIP, wire.SNAPPY))
        if codec != wire.NONE and depth < NESTED_MOST:
            return wire.message(self.messages(depth + 1, 1), codec=codec)
        return wire.message(self.payload(), magic=self.random.randrange(2))

    def messages(self, depth=0, least=0):
        return wire.messages(*[self.message(depth) for _ in range(self.random.randrange(least, 5))])

    def produce_part(self):
        partition = -1 if self.random.randrange(4) == 0 else self.partition()
        return self.topic(), partition, self.messages()

    def fetch_part(self):
        return self.topic(), self.partition(), self.offset(), self.random.choice((1, 300, 1 << 20, 0x7fffffff))

    def parts(self, part):
        return [part() for _ in range(self.random.randrange(1, 6))]

    def request(self):
        """(the request, the request type, what it asks for, one element for each response or set)."""
        kind = self.random.randrange(5)
        if kind == wire.PRODUCE:
            return wire.produce(*self.produce_part()), kind, []
        if kind == wire.MULTIPRODUCE:
            return wire.multiproduce(*self.parts(self.produce_part)), kind, []
        if kind == wire.FETCH:
            part = self.fetch_part()
            return wire.fetch(*part), kind, [part]
        if kind == wire.MULTIFETCH:
            parts = self.parts(self.fetch_part)
            return wire.multifetch(*parts), kind, parts
        time = self.random.choice((wire.LATEST, wire.EARLIEST, self.random.randrange(1 << 41)))
        part = self.topic(), self.partition()
        return wire.offsets(*part, time, self.random.randrange(1, 1000)), kind, [part]

    def fetched(self):
        error = self.random.choice((wire.NO_ERROR, wire.NO_ERROR, wire.NO_ERROR, *range(-1, 5)))
        return error, wire.Octets() if error else self.messages()

    def response(self, kind, parts):
        """The response to a request; None where there is none."""
        if kind == wire.FETCH:
            return wire.fetch_response(*self.fetched())
        if kind == wire.MULTIFETCH:
            return wire.multifetch_response(*[self.fetched() for _ in parts])
        if kind == wire.OFFSETS:
            return wire.offsets_response([self.offset() for _ in range(self.random.randrange(6))])
        return None
