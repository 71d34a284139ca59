"""Clients that are not Apache Kafka's own, and a broker 4.4.0.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import contextlib

from lab import scenario
from scenarios.java import AUTHORIZER, TAKES_METRICS, ask_for_metrics

JARS = 'kafka-4.4'
ADDRESS, SASL, TLS, SASL_IN_TLS = ('127.0.0.1:%d' % port for port in (9092, 9094, 9095, 9096))
WITH_TLS = ['single.properties', 'sasl.properties', 'tls.properties']
CODECS = ['none', 'gzip', 'snappy', 'lz4', 'zstd']


def kcat(lab, *options, stdin=None):
    return lab.run(['kcat', '-b', ADDRESS, *options], stdin=stdin)


@scenario('kcat-librdkafka20', JARS)
def librdkafka(lab):
    """kcat with librdkafka 2.0"""
    lines = ''.join('kcat message %d\n' % i for i in range(1, 9))
    with lab.broker('single.properties'):
        lab.java('Topics', 'kc')
        with lab.recording():
            for codec in CODECS:
                kcat(lab, '-P', '-t', 'kc', '-z', codec, '-H', 'h=v', stdin=lines)
            kcat(lab, '-C', '-t', 'kc', '-o', 'beginning', '-e')
            kcat(lab, '-G', 'g-kcat', '-X', 'auto.offset.reset=earliest', '-X', 'heartbeat.interval.ms=500', '-e', 'kc')
            kcat(lab, '-Q', '-t', 'kc:0:-1')
            kcat(lab, '-L')


@scenario('kafka-python-3.0.12', JARS, programs='python/kafka-python')
def kafka_python(lab):
    """kafka-python 3.0.12"""
    with lab.broker('single.properties'):
        lab.java('Topics', 'cli')
        with lab.recording():
            lab.client('python/kafka-python', ADDRESS)


@scenario('kafkajs-2.2.4', JARS, programs='node/kafkajs')
def kafkajs(lab):
    """kafkajs 2.2.4"""
    with lab.broker('single.properties', AUTHORIZER):
        lab.java('Topics', 'kj')
        with lab.recording():
            lab.client('node/kafkajs', ADDRESS)


@contextlib.contextmanager
def metrics_broker(lab, *settings):
    """A broker that wants the metrics of its clients, with a topic for franz, for `with`."""
    with lab.broker(*settings, TAKES_METRICS, clients=['TelemetryReceiver']):
        lab.java('Topics', 'cli')
        ask_for_metrics(lab)
        yield


@scenario('franz-go-1.22', JARS, programs='go/franz')
def franz(lab):
    """franz-go 1.22"""
    with metrics_broker(lab, 'single.properties'), lab.recording():
        lab.client('go/franz', ADDRESS, 'produce', 'transact', 'consume', 'admin')


@scenario('franz-go-scram512-authfail', JARS, programs='go/franz')
def scram_refused(lab):
    """a SCRAM-SHA-512 login that is refused, error 58 (port 9094)"""
    with lab.broker('single.properties', 'sasl.properties'), lab.recording('tcp port 9094'):
        lab.client('go/franz', '-login', 'SCRAM-SHA-512', SASL, 'login')


def franz_with_tls(lab, *arguments):
    lab.client('go/franz', '-ca', lab.path('server.pem'), '-keylog', lab.path('keys'), *arguments)


@scenario('franz-go-tls13', JARS, programs='go/franz')
def tls(lab):
    """TLS 1.3 on port 9095; the keys are in the file"""
    lab.key_store()
    with metrics_broker(lab, *WITH_TLS), lab.recording('tcp port 9095', keys='keys'):
        franz_with_tls(lab, TLS, 'produce', 'consume')


@scenario('franz-go-sasl-ssl', JARS, programs='go/franz')
def sasl_in_tls(lab):
    """SASL in TLS on port 9096; the keys are in the file"""
    lab.key_store()
    with metrics_broker(lab, *WITH_TLS):
        lab.client('go/franz', ADDRESS, 'produce', 'consume')      # leaves offsets to begin at
        with lab.recording('tcp port 9096', keys='keys'):
            franz_with_tls(lab, '-login', 'PLAIN', SASL_IN_TLS, 'produce', 'consume')
