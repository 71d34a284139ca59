"""Programs that a scenario runs: to their end, or beside it. Each has a time limit, and a log in the lab's folder.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import contextlib
import os
import re
import signal
import subprocess
import time

PAUSE = 0.05            # seconds between two looks at a condition
TAIL = 20               # lines of a log that a failure shows
WIDTH = 240             # and how much of each


class Failure(Exception):
    """A scenario cannot go on. `logs` are the files that tell why."""

    def __init__(self, message, *logs):
        super().__init__(message)
        self.logs = logs

    def __str__(self):
        return '\n'.join([self.args[0]] + ['--- %s\n%s' % (os.path.basename(log), tail(log)) for log in self.logs])


def read(path):
    """A log as text, empty as long as there is none."""
    if not os.path.exists(path):
        return ''
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


def tail(path):
    return '\n'.join(line[:WIDTH] for line in read(path).rstrip().split('\n')[-TAIL:])


def wait_until(condition, seconds, what, *logs):
    """Waits until `condition()` is true, and returns its value; a Failure if that takes too long."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failure('not within %g seconds: %s' % (seconds, what), *logs)
        time.sleep(PAUSE)


def listens(port):
    """Does anything listen on this TCP port? Asks the kernel: a connection would be in the capture."""
    for table in ('/proc/net/tcp', '/proc/net/tcp6'):
        for line in read(table).split('\n')[1:]:
            columns = line.split()
            if columns and columns[3] == '0A' and int(columns[1].rsplit(':', 1)[1], 16) == port:
                return True
    return False


def name_of(command):
    return os.path.basename(command[0])


def run(command, log, seconds, check, environment, stdin):
    """Runs a program to its end and returns what it printed. With `check` a Failure if its exit code isn't 0."""
    with open(log, 'w+', encoding='utf-8', errors='replace') as file:
        try:
            code = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, timeout=seconds, input=stdin,
                                  stdin=None if stdin is not None else subprocess.DEVNULL,
                                  env=dict(os.environ, **environment), text=True).returncode
        except FileNotFoundError:
            raise Failure('%s is not installed' % name_of(command)) from None
        except subprocess.TimeoutExpired:
            raise Failure('%s: not done within %g seconds' % (name_of(command), seconds), log) from None
    if check and code:
        raise Failure('%s: exit code %d' % (name_of(command), code), log)
    return read(log)


class Service:
    """A program that runs beside the scenario, with `with` or from start() to stop().

    It is ready when `ready`, a port number or a regular expression for a line of its log, is there; at once with None.
    """

    def __init__(self, command, log, ready, seconds=60, environment=None):
        self.command = command
        self.log = log
        self.ready = ready
        self.seconds = seconds
        self.environment = environment or {}
        self.process = None

    def start(self, wait=True):
        """Starts the program with an empty log, and waits until it is ready."""
        with open(self.log, 'w', encoding='utf-8') as log:
            try:
                self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                                env=dict(os.environ, **self.environment), start_new_session=True)
            except FileNotFoundError:
                raise Failure('%s is not installed' % name_of(self.command)) from None
        if wait:
            self.wait_ready()
        return self

    def wait_ready(self):
        if isinstance(self.ready, int):
            wait_until(lambda: self.alive() and listens(self.ready), self.seconds, 'port %d' % self.ready, self.log)
        elif self.ready:
            self.wait_log(self.ready)

    def wait_log(self, pattern, seconds=None):
        """Waits for a line of the log, and returns the match."""
        return wait_until(lambda: re.search(pattern, read(self.log)) if self.alive() else None,
                          seconds or self.seconds, 'a line with "%s"' % pattern, self.log)

    def alive(self):
        """True; a Failure if the program has ended by itself."""
        if self.process.poll() is not None:
            raise Failure('%s has ended with %d' % (name_of(self.command), self.process.returncode), self.log)
        return True

    def wait_end(self):
        """Waits until the program ends by itself; a Failure if its exit code isn't 0."""
        wait_until(lambda: self.process.poll() is not None, self.seconds, 'the end of the program', self.log)
        if self.process.returncode:
            self.alive()
        self.process = None

    def stop(self, kill=False):
        """Ends the program and waits for that; `kill` gives it no time to say good-bye."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
        try:
            self.process.wait(self.seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    @contextlib.contextmanager
    def paused(self):
        """For `with`: the program stands still meanwhile."""
        process = self.process
        process.send_signal(signal.SIGSTOP)
        yield
        process.send_signal(signal.SIGCONT)

    def __enter__(self):
        return self.start()

    def __exit__(self, kind, error, trace):
        self.stop(kill=True)
