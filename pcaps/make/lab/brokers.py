"""Brokers, controllers and ZooKeeper of any release.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import base64
import os
import string

from lab.processes import Service
from lab.registry import MAKE

CLUSTER = 'S2Fma2FzaGFyayBsYWIgMQ'              # "Kafkashark lab 1", in base64 as Kafka writes ids
STARTED = r'Kafka ?Server.* started'            # what a broker or controller of any release logs when it is ready

# For Node.format: alice and bob can log in with SCRAM.
SCRAM_USERS = [word for mechanism in ('SCRAM-SHA-256', 'SCRAM-SHA-512') for user in ('alice', 'bob')
               for word in ('--add-scram', '%s=[name=%s,password=%s-secret]' % (mechanism, user, user))]


def controller_port(number):
    return 8993 + 100 * number


def properties(*settings, **names):
    """One dict of settings: files of brokers/ and dicts, later ones win. ${...} in values stands for the names."""
    merged = {}
    for layer in settings:
        if isinstance(layer, str):
            with open(os.path.join(MAKE, 'brokers', layer), encoding='utf-8') as file:
                lines = [line.strip() for line in file]
            layer = dict(line.split('=', 1) for line in lines if line and not line.startswith('#'))
        merged.update(layer)
    return {key: string.Template(str(value)).substitute(names) for key, value in merged.items() if value is not None}


def write(path, settings):
    """Writes a properties file. A backslash would begin an escape there."""
    with open(path, 'w', encoding='utf-8') as file:
        file.writelines('%s=%s\n' % (key, value.replace('\\', '\\\\')) for key, value in settings.items())


class Node(Service):
    """A broker, a controller, or both in one: node number 1, 2 ... of a cluster.

    Its ports are 9092 and 9093 for the first node, and 100 more for each further one. In settings, ${node} is its
    number, ${broker_port} and ${controller_port} are its ports, ${data} is its folder, ${folder} the lab's. A setting
    of None is left out. A node with process.roles is formatted before it starts for the first time, unless format() was
    called.
    """

    def __init__(self, lab, *settings, number=1, jars=None, clients=()):
        self.lab = lab
        self.jars = jars
        self.number = number
        self.data = lab.path('node%d' % number)
        self.file = lab.path('node%d.properties' % number)
        self.formatted = False
        os.makedirs(self.data, exist_ok=True)
        self.configure(*settings)
        command = lab.java_command('kafka.Kafka', [self.file], jars, memory='400m', log='info', clients=clients)
        super().__init__(command, lab.path('node%d.log' % number), STARTED)

    def configure(self, *settings):
        """Gives the node these settings instead of those that it has; they are read when it starts."""
        self.settings = properties(*settings, node=self.number, broker_port=8992 + 100 * self.number,
                                   controller_port=controller_port(self.number), data=self.data, folder=self.lab.folder)
        write(self.file, self.settings)

    def format(self, *options):
        """Formats the node's folders: kafka.tools.StorageTool with options, such as SCRAM_USERS. Returns self."""
        self.lab.java_main('kafka.tools.StorageTool', ['format', '-t', CLUSTER, '-c', self.file, *options],
                           jars=self.jars)
        self.formatted = True
        return self

    def start(self, wait=True):
        if 'process.roles' in self.settings and not self.formatted:
            self.format()
        return super().start(wait)


def directory(number):
    """The invented id of the folder that a voter keeps the metadata in."""
    return base64.urlsafe_b64encode(b'lab voter node%02d' % number).decode().rstrip('=')


def voters(numbers):
    """What --initial-controllers wants: nodes with their controllers' addresses and directories."""
    return ','.join('%d@127.0.0.1:%d:%s' % (number, controller_port(number), directory(number)) for number in numbers)


def zookeeper(lab, jars=None):
    """ZooKeeper on port 2181, for brokers of old."""
    file = lab.path('zookeeper.properties')
    write(file, properties('zookeeper.properties', data=lab.path('zookeeper')))
    command = lab.java_command('org.apache.zookeeper.server.quorum.QuorumPeerMain', [file], jars)
    return Service(command, lab.path('zookeeper.log'), ready=2181)


def key_store(lab):
    """Makes a key and a certificate for 127.0.0.1: server.p12 and server.pem in the lab's folder, password changeit."""
    store = ['-keystore', lab.path('server.p12'), '-storepass', 'changeit', '-alias', 'server']
    lab.run(['keytool', '-genkeypair', '-keyalg', 'RSA', '-storetype', 'PKCS12', '-dname', 'CN=localhost',
             '-ext', 'san=dns:localhost,ip:127.0.0.1', *store])
    lab.run(['keytool', '-exportcert', '-rfc', '-file', lab.path('server.pem'), *store])
