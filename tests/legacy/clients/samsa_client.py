# What samsa 0.3.11 (PyPI, Python 2) sends to broker.py: every request there is, both magics, each error.
#
# SPDX-License-Identifier: GPL-2.0-or-later
from samsa.client import Client, OFFSET_EARLIEST, OFFSET_LATEST
from samsa.handlers import ThreadingHandler

client = Client('127.0.0.1', ThreadingHandler())


def show(what, answer):
    try:
        print('%s: %r' % (what, answer()))
    except Exception as error:          # of an error in a MULTIFETCH samsa makes an AttributeError
        print('%s: %s' % (what, error.__class__.__name__))


def fetched(messages):
    return [(message.offset, str(message)) for message in messages]


client.produce('test', 0, ('first', 'second'))
client.produce('test', 1, ('with a codec of none',), version=1)
client.multiproduce((('test', 0, ('third',)), ('other.topic', 0, ('a', '', 'ccc'))), version=1)
show('latest', lambda: client.offsets('test', 0, OFFSET_LATEST, 10))
show('earliest', lambda: client.offsets('test', 0, OFFSET_EARLIEST, 1))
show('at a time', lambda: client.offsets('test', 0, 1325376000000, 1))
show('fetch', lambda: fetched(client.fetch('test', 0, 0, 1000)))
show('fetch from within', lambda: fetched(client.fetch('test', 0, 14, 1000)))
show('fetch of part of a message', lambda: fetched(client.fetch('test', 0, 0, 20)))
show('fetch at the end', lambda: fetched(client.fetch('other.topic', 1, 0, 1000)))
show('multifetch', lambda: [fetched(one) for one in client.multifetch(
    (('test', 0, 14, 1000), ('test', 1, 0, 1000), ('other.topic', 0, 0, 1000)))])
show('multifetch with errors', lambda: [fetched(one) for one in client.multifetch(
    (('test', 0, 1000000, 1000), ('test', 1, 0, 1000), ('test', 7, 0, 1000)))])
show('fetch out of range', lambda: fetched(client.fetch('test', 0, 1000000, 1000)))
show('fetch of no partition', lambda: fetched(client.fetch('test', 7, 0, 1000)))
show('fetch of nothing', lambda: fetched(client.fetch('test', 0, 0, 0)))
client.disconnect()
