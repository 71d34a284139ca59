# What brod 0.4.3 (PyPI, Python 2) sends to broker.py. It writes the length of some requests in a segment of its own.
#
# SPDX-License-Identifier: GPL-2.0-or-later
from brod.base import KafkaError
from brod.blocking import Kafka

kafka = Kafka('127.0.0.1', 9092)


def show(what, answer):
    try:
        print('%s: %r' % (what, answer()))
    except KafkaError as error:
        print('%s: %s' % (what, error.__class__.__name__))


kafka.produce('brod', 'alone')
kafka.produce('brod', ['one', u'zw\xf6lf'.encode('utf-8'), 'x' * 300], partition=1)
show('earliest', lambda: kafka.earliest_offset('brod', 1))
show('latest', lambda: kafka.latest_offset('brod', 1))
show('fetch', lambda: kafka.fetch('brod', 0, partition=1))
show('fetch in steps', lambda: kafka.fetch('brod', 25, partition=1, min_size=100, max_size=500, fetch_step=150))
show('fetch out of range', lambda: kafka.fetch('brod', 4711))
show('fetch of no partition', lambda: kafka.fetch('brod', 0, partition=9))
