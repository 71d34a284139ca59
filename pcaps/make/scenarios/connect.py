"""Kafka Connect 4.4.0 in distributed mode, by each of the protocols among its workers.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import urllib.error
import urllib.request

from lab import brokers, scenario

JARS = 'connect-4.4'
GROUP = 'connect-lab'                   # as in connect.properties
CONNECTOR = {'connector.class': 'IdleSource', 'tasks.max': '3'}
FIRST, SECOND = 1, 2                    # workers
# The producers of tasks, which have nothing to send, have a port of their own, 9192, that is not recorded.
LISTENERS = {'listeners': 'PLAINTEXT://127.0.0.1:9092,TASKS://127.0.0.1:9192,CONTROLLER://127.0.0.1:9093',
             'advertised.listeners': 'PLAINTEXT://127.0.0.1:9092,TASKS://127.0.0.1:9192',
             'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,TASKS:PLAINTEXT,CONTROLLER:PLAINTEXT',
             'offsets.topic.num.partitions': 1}


def worker(lab, number, protocol):
    """A worker, for `with`. Its REST interface is on port 8080 + number."""
    file = lab.path('worker%d.properties' % number)
    brokers.write(file, brokers.properties('connect.properties', {'connect.protocol': protocol}, worker=number))
    command = lab.java_command('org.apache.kafka.connect.cli.ConnectDistributed', [file], JARS, clients=['IdleSource'])
    return lab.service(command, ready=8080 + number, name='worker%d' % number)


def rest(method, path, content=None):
    """What the first worker answers; None if it can't answer now."""
    request = urllib.request.Request('http://127.0.0.1:%d/connectors/%s' % (8080 + FIRST, path), method=method,
                                     data=content and json.dumps(content).encode(),
                                     headers={'Content-Type': 'application/json'})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except (urllib.error.URLError, TimeoutError):
        return None


def wait_for_tasks(lab, *workers):
    """Waits until all tasks run, and until each of these workers, and no other, has some of them."""
    def settled():
        tasks = (rest('GET', 'idle/status') or {}).get('tasks', [])
        return (len(tasks) == int(CONNECTOR['tasks.max']) and all(task['state'] == 'RUNNING' for task in tasks) and
                {task['worker_id'] for task in tasks} == {'127.0.0.1:%d' % (8080 + number) for number in workers})
    lab.wait_until(settled, 'tasks that run on workers %s' % (workers,), seconds=60)


def record(lab, protocol):
    """A worker gets a connector with three tasks, a second one joins it, and leaves it again."""
    with lab.broker('single.properties', LISTENERS), lab.recording():
        with worker(lab, FIRST, protocol):
            lab.wait_until(lambda: rest('PUT', 'idle/config', CONNECTOR), 'a worker that takes a connector', 60)
            wait_for_tasks(lab, FIRST)
            with worker(lab, SECOND, protocol) as second:
                wait_for_tasks(lab, FIRST, SECOND)
                lab.java('DescribeGroup', GROUP, 2)
                second.stop()
                lab.java('DescribeGroup', GROUP, 1)


@scenario('java44-connect-eager', jars='kafka-4.4 connect-4.4')
def eager(lab):
    """Connect workers, protocol eager: all tasks are given up at each rebalance"""
    record(lab, 'eager')


@scenario('java44-connect-compatible', jars='kafka-4.4 connect-4.4')
def compatible(lab):
    """Connect workers, protocol compatible: incremental rebalances, eager offered as well"""
    record(lab, 'compatible')


@scenario('java44-connect-sessioned', jars='kafka-4.4 connect-4.4')
def sessioned(lab):
    """Connect workers, protocol sessioned: the same, and a key for their requests to each other in a topic"""
    record(lab, 'sessioned')
