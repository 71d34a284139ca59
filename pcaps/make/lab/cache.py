"""What is fetched and built once and kept: jars, classes of our Java clients, clients in other languages.

It is in the folder KAFKASHARK_LAB, build/lab if that is not set. Only `fetch` and `build` need a network.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile

from lab.processes import Failure
from lab.registry import MAKE

CACHE = os.path.realpath(os.environ.get('KAFKASHARK_LAB') or os.path.join(MAKE, '..', '..', 'build', 'lab'))
JAVA = os.path.join(MAKE, 'clients', 'java')
LIMIT = 900             # seconds for a download or a build


def newest(*paths):
    """When the newest of the files was changed; of folders all files in them count."""
    files = [os.path.join(folder, file) for path in paths for folder, _, names in os.walk(path) for file in names]
    return max(os.path.getmtime(path) for path in [*paths, *files])


def command(*words, folder=None):
    """Runs a command that builds something; a Failure with what it printed if it fails."""
    try:
        done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=LIMIT)
    except FileNotFoundError:
        raise Failure('%s is not installed' % words[0]) from None
    if done.returncode:
        raise Failure('%s fails:\n%s' % (words[0], done.stdout[-3000:]))


@contextlib.contextmanager
def made(target, *sources):
    """For `with`: yields an empty folder that becomes `target` at the end, or None if that is newer than its sources.
    Others who want to make something in the cache wait meanwhile."""
    os.makedirs(CACHE, exist_ok=True)
    with open(os.path.join(CACHE, 'lock'), 'w', encoding='utf-8') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.path.exists(target) and os.path.getmtime(target) >= newest(*sources):
            yield None
            return
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            new = os.path.join(folder, 'new')
            os.mkdir(new)
            yield new
            os.utime(new)
            shutil.rmtree(target, ignore_errors=True)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            os.rename(new, target)


# -------------------------------------------------------------------------------------------------------------- Java
def fetch(jars):
    """Has Maven fetch the jars of poms/<jars>.xml."""
    pom = os.path.join(MAKE, 'poms', jars + '.xml')
    if not os.path.exists(pom):
        raise Failure('there is no poms/%s.xml' % jars)
    with made(jar_folder(jars), pom) as folder:
        if folder:
            print('fetching the jars of %s' % jars, file=sys.stderr)
            command('mvn', '-q', '-B', '-f', pom, 'dependency:copy-dependencies', '-DoutputDirectory=' + folder)


def jar_folder(jars):
    return os.path.join(CACHE, 'jars', jars)


def class_folder(jars, name):
    return os.path.join(CACHE, 'classes', jars, name)


def compile_client(jars, name):
    """Compiles clients/java/<name>.java, and what it uses of its neighbours, with these jars."""
    with made(class_folder(jars, name), JAVA) as folder:
        if folder:
            command('javac', '-encoding', 'UTF-8', '-Xlint:all', '-proc:none', '-implicit:class', '-sourcepath', JAVA,
                    '-cp', os.path.join(jar_folder(jars), '*'), '-d', folder, os.path.join(JAVA, name + '.java'))
    return class_folder(jars, name)


# ------------------------------------------------------------------------------------------------- other languages
def program_folder(name):
    return os.path.join(CACHE, 'programs', name)


def build(name):
    """Builds clients/<name> with its language's own tools. The first part of the name is the language."""
    sources = os.path.join(MAKE, 'clients', name)
    if not os.path.isdir(sources):
        raise Failure('there is no clients/%s' % name)
    with made(program_folder(name), sources) as folder:
        if folder:
            print('building %s' % name, file=sys.stderr)
            BUILDERS[name.split('/')[0]](sources, folder)


def build_go(sources, folder):
    command('go', 'build', '-o', os.path.join(folder, 'main'), '.', folder=sources)


def build_node(sources, folder):
    shutil.copytree(sources, folder, dirs_exist_ok=True)
    command('npm', 'install', '--no-audit', '--no-fund', folder=folder)


def build_python(sources, folder):
    packages = os.path.join(folder, 'packages')
    command(sys.executable, '-m', 'pip', 'install', '-q', '--target', packages, '-r',
            os.path.join(sources, 'requirements.txt'))
    shutil.copytree(sources, folder, dirs_exist_ok=True)


BUILDERS = {'go': build_go, 'node': build_node, 'python': build_python}


def program(name):
    """The command that runs clients/<name>, and what its environment needs: main, main.js or main.py."""
    folder = program_folder(name)
    if name.startswith('go/'):
        return [os.path.join(folder, 'main')], {}
    if name.startswith('node/'):
        return ['node', os.path.join(folder, 'main.js')], {}
    return [sys.executable, '-B', os.path.join(folder, 'main.py')], {'PYTHONPATH': os.path.join(folder, 'packages')}
