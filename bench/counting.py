"""Runs tshark with a set of plugins and counts: instructions, CPU seconds, memory.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

NOBODY = 65534


def fail(text):
    print('bench: ' + text, file=sys.stderr)
    sys.exit(2)


class Bench:
    """
    tshark, and two folders of plugins that differ in ours alone: what WIRESHARK_PLUGIN_DIR names replaces the system's
    plugins, so these are copied into both. Everything is under `folder`, which anyone may read: as root tshark loads
    no such plugins, so then it runs as another user.
    """

    def __init__(self, folder, build, program='tshark'):
        self.folder, self.counted = folder, {}
        self.tshark = shutil.which(program) or fail('there is no ' + program)
        self.valgrind = shutil.which('valgrind')
        self.can_perf = bool(shutil.which('perf')) and self.perf(['true']) is not None
        self.can_count = bool(self.can_perf or self.valgrind)
        found = glob.glob(os.path.join(build, 'plugins', '*', 'epan', 'kafkashark.so'))
        if len(found) != 1:
            fail('no plugin in %s: scripts/build makes it' % build)
        series = found[0].split(os.sep)[-3]
        system = subprocess.run(['pkg-config', '--variable=plugindir', 'wireshark'], capture_output=True, text=True)
        for name in ('without', 'with'):
            target = os.path.join(folder, name, series)
            os.makedirs(target)
            if system.returncode == 0 and os.path.isdir(system.stdout.strip()):
                shutil.copytree(system.stdout.strip(), target, dirs_exist_ok=True)
            installed = os.path.join(target, 'epan', 'kafkashark.so')
            if os.path.exists(installed):
                os.remove(installed)
        os.makedirs(os.path.join(folder, 'with', series, 'epan'), exist_ok=True)
        shutil.copy(found[0], os.path.join(folder, 'with', series, 'epan'))
        for path, _, _ in os.walk(folder):
            os.chmod(path, 0o755)
        self.check()

    def check(self):
        """Makes sure that each of the two sets is what it is meant to be."""
        for plugins, expected in (('without', False), ('with', True)):
            listing = self.run(plugins, ['-G', 'plugins'], stdout=subprocess.PIPE)[0]
            if (b'kafkashark' in listing) != expected:
                fail('kafkashark.so is %sloaded by tshark' % ('not ' if expected else ''))

    def environment(self, plugins):
        kept = {name: value for name, value in os.environ.items() if not name.startswith('WIRESHARK')}
        return dict(kept, HOME=self.folder, XDG_CONFIG_HOME=self.folder, LC_ALL='C.UTF-8', TZ='UTC',
                    WIRESHARK_PLUGIN_DIR=os.path.join(self.folder, plugins))

    def become(self):
        """What a child does first: root becomes nobody."""
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)

    def run(self, plugins, options, before=(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE):
        """Runs tshark; returns what it printed and what it used (a resource usage)."""
        process = subprocess.Popen([*before, self.tshark, *options], env=self.environment(plugins), cwd=self.folder,
                                   preexec_fn=self.become, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr)
        printed, complaint = b'', b''
        if stdout == subprocess.PIPE:
            printed = process.stdout.read()
        if stderr == subprocess.PIPE:
            complaint = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            fail('tshark %s exits with %d: %s' % (' '.join(options), process.returncode,
                                                  complaint.decode('utf-8', 'replace')))
        return printed, usage

    # ------------------------------------------------------------------------------------------------------- counts
    @staticmethod
    def perf(command, **options):
        run = subprocess.run(['perf', 'stat', '-x', ',', '-e', 'instructions:u', *command], stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, text=True, **options)
        count = re.search(r'^(\d+),,instructions', run.stderr, re.MULTILINE)
        return int(count.group(1)) if run.returncode == 0 and count else None

    def instructions(self, plugins, options):
        """The instructions of one run, in user mode; counted once."""
        key = (plugins, *options)
        if key not in self.counted:
            self.counted[key] = self.count(plugins, options)
        return self.counted[key]

    def count(self, plugins, options):
        if self.can_perf:
            return self.perf([self.tshark, *options], env=self.environment(plugins), cwd=self.folder,
                             preexec_fn=self.become)
        log = os.path.join(self.folder, 'valgrind.%d.log' % os.getpid())
        with open(log, 'wb+') as errors:
            self.run(plugins, options, stderr=errors, before=[
                self.valgrind, '--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null'])
            errors.seek(0)
            text = errors.read().decode('utf-8', 'replace')
        return int(re.search(r'I +refs: +([\d,]+)', text).group(1).replace(',', ''))

    def seconds(self, plugins, options, times=3):
        """CPU seconds: the least of some runs."""
        usages = [self.run(plugins, options)[1] for _ in range(times)]
        return min(usage.ru_utime + usage.ru_stime for usage in usages)

    def peak(self, plugins, options):
        """The peak of the resident memory, in octets."""
        return self.run(plugins, options)[1].ru_maxrss * 1024

    def callgrind(self, options, *more):
        """Runs tshark with the plugin in callgrind; returns the folder with what it wrote: out, out.1 ..."""
        if not self.valgrind:
            fail('there is no valgrind')
        folder = tempfile.mkdtemp(dir=self.folder)
        os.chmod(folder, 0o777)
        with open(os.path.join(folder, 'log'), 'wb') as errors:
            self.run('with', options, stderr=errors, before=[
                self.valgrind, '--tool=callgrind', '--callgrind-out-file=' + os.path.join(folder, 'out'), *more])
        return folder

    def profile(self, options, function):
        """The path of callgrind's counts of a function and all that it calls."""
        return os.path.join(self.callgrind(options, '--toggle-collect=' + function), 'out')

    def calls(self, options, function, toggle):
        """
        The instructions within `toggle` between the ends of two calls of `function`, one number for each call: what
        callgrind counted, in the order of the calls.
        """
        folder = self.callgrind(options, '--toggle-collect=' + toggle, '--dump-after=' + function)
        counts = {}
        for path in glob.glob(os.path.join(folder, 'out.*')):
            with open(path, encoding='utf-8', errors='replace') as file:
                text = file.read()
            part = int(re.search(r'^part: (\d+)', text, re.MULTILINE).group(1))
            total = re.search(r'^(?:totals|summary): (\d+)', text, re.MULTILINE)
            if 'Trigger: --dump-after' in text and total:
                counts[part] = int(total.group(1))
        shutil.rmtree(folder)
        return [counts[part] for part in sorted(counts)]
