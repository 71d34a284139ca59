"""What a scenario works with.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import contextlib
import itertools
import os

from lab import brokers, cache, processes, recorder

JVM = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
LOG4J = """log4j.rootLogger=${org.slf4j.simpleLogger.defaultLogLevel}, A
log4j.appender.A=org.apache.log4j.ConsoleAppender
log4j.appender.A.target=System.err
log4j.appender.A.layout=org.apache.log4j.SimpleLayout
"""                     # for releases of old; newer ones have slf4j-simple, whose setting tells both how much to log


class Lab:
    """The lab of one scenario: its folder, which is gone at the end, and all that can be run in it.

    `jars` is always the name of a POM, or None for the scenario's first one. What fails raises processes.Failure.
    """

    def __init__(self, scenario, folder):
        self.scenario = scenario
        self.folder = folder
        self.numbers = itertools.count(1)
        with open(self.path('log4j.properties'), 'w', encoding='utf-8') as file:
            file.write(LOG4J)

    def path(self, *names):
        """The path of a file in the lab's folder."""
        return os.path.join(self.folder, *names)

    def new_log(self, name):
        return self.path('%02d-%s.log' % (next(self.numbers), name))

    # ------------------------------------------------------------------------------------------------------- recording
    @contextlib.contextmanager
    def recording(self, packet_filter='tcp port 9092', name=None, keys=None):
        """Records while the block runs, into NAME.pcap; NAME is the scenario's unless another is given. With `keys`, a
        client's log of TLS keys in the lab's folder, they are put into the file, which is NAME.pcapng then."""
        capture = self.path((name or self.scenario.name) + '.pcap')
        with recorder.recording(capture, packet_filter, self.new_log('tcpdump')):
            yield capture
        if keys:
            self.run(['editcap', '--inject-secrets', 'tls,' + self.path(keys), capture, capture + 'ng'])
            os.remove(capture)

    # --------------------------------------------------------------------------------------------------------- brokers
    def node(self, *settings, number=1, jars=None, clients=()):
        """A brokers.Node that has yet to be started. `clients` are programs of clients/java for its class path."""
        return brokers.Node(self, *settings, number=number, jars=jars, clients=clients)

    def broker(self, *settings, jars=None, clients=()):
        """The only broker, for `with`. Settings are files of brokers/ and dicts."""
        return self.node(*settings, jars=jars, clients=clients)

    @contextlib.contextmanager
    def quorum(self, *settings, nodes=(1, 2, 3), jars=None):
        """Several nodes that are started together, for `with`: yields number -> brokers.Node once all are ready. They
        are formatted as the first voters of the quorum, unless controller.quorum.voters is set."""
        cluster = {number: self.node(*settings, number=number, jars=jars) for number in nodes}
        for node in cluster.values():
            if 'controller.quorum.voters' not in node.settings:
                node.format('--initial-controllers', brokers.voters(nodes))
        with contextlib.ExitStack() as stack:
            for node in cluster.values():
                stack.callback(node.stop, kill=True)
                node.start(wait=False)
            for node in cluster.values():
                node.wait_ready()
            yield cluster

    def zookeeper(self, jars=None):
        """ZooKeeper, for `with`."""
        return brokers.zookeeper(self, jars)

    def key_store(self):
        """Makes server.p12, which tls.properties names, and server.pem for clients."""
        brokers.key_store(self)

    # -------------------------------------------------------------------------------------------------------- programs
    def java_command(self, main, arguments=(), jars=None, memory='256m', log='warn', clients=(), options=()):
        """The command that runs a Java class. `clients` are programs of clients/java for the class path; `log` is from
        which level on it logs."""
        jars = jars or self.scenario.jars[0]
        path = [cache.compile_client(jars, name) for name in clients] + [os.path.join(cache.jar_folder(jars), '*')]
        return ['java', '-Xmx' + memory, *JVM, '-Dlog4j.configuration=file:' + self.path('log4j.properties'),
                '-Dorg.slf4j.simpleLogger.defaultLogLevel=' + log, *options, '-cp', os.pathsep.join(path), main,
                *map(str, arguments)]

    def java_main(self, main, arguments=(), jars=None, **options):
        """Runs a main class of the jars, such as one of Kafka's own tools, and returns what it printed."""
        return self.run(self.java_command(main, arguments, jars), name=main.rsplit('.', 1)[-1], **options)

    def client_command(self, name, arguments, settings, jars):
        """The command for clients/java/NAME.java; it finds the settings in the file that lab.settings names."""
        file = self.path('client%d.properties' % next(self.numbers))
        brokers.write(file, brokers.properties(settings or {}, folder=self.folder))
        return self.java_command(name, arguments, jars, clients=[name], options=['-Dlab.settings=' + file])

    def java(self, name, *arguments, settings=None, jars=None, **options):
        """Runs clients/java/NAME.java with client settings, by default only bootstrap.servers=127.0.0.1:9092."""
        return self.run(self.client_command(name, arguments, settings, jars), name=name, **options)

    def java_service(self, name, *arguments, ready, settings=None, jars=None):
        """The same beside the scenario, for `with`; see service()."""
        return self.service(self.client_command(name, arguments, settings, jars), ready, name=name)

    def client(self, name, *arguments, environment=None, **options):
        """Runs clients/NAME, one of the scenario's `programs`."""
        command, needed = cache.program(name)
        return self.run(command + list(arguments), environment=dict(needed, **(environment or {})),
                        name=name.replace('/', '-'), **options)

    def run(self, command, seconds=120, check=True, environment=None, stdin=None, name=None):
        """Runs a program to its end and returns what it printed, errors included. `stdin` is text for it to read."""
        log = self.new_log(name or os.path.basename(command[0]))
        return processes.run([str(word) for word in command], log, seconds, check, environment or {}, stdin)

    def service(self, command, ready, seconds=60, environment=None, name=None):
        """A program beside the scenario, for `with`: ready is a port or a regular expression for a line of its log."""
        log = self.new_log(name or os.path.basename(command[0]))
        return processes.Service([str(word) for word in command], log, ready, seconds, environment)

    def wait_until(self, condition, what, seconds=30):
        """Waits until condition() is true and returns its value."""
        return processes.wait_until(condition, seconds, what)
