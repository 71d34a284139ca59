"""All scenarios: which there are, and what each needs before it runs without a network.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import importlib
import os

MAKE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
SCENARIOS = {}          # name -> Scenario


class Scenario:
    """What `record` knows of a scenario. `jars` are names of POMs, the first is the default; `programs` are folders in
    clients/ that are not Java; `seconds` is how long it may take."""

    def __init__(self, name, function, jars, programs, seconds):
        self.name = name
        self.function = function
        self.jars = jars.split()
        self.programs = programs.split()
        self.seconds = seconds
        self.title = (function.__doc__ or '').split('\n')[0]


def scenario(name, jars, programs='', seconds=600):
    """Makes a scenario of a function that is given the Lab. Its docstring's first line tells what the capture shows."""
    def register(function):
        if name in SCENARIOS:
            raise ValueError('two scenarios have the name %s' % name)
        SCENARIOS[name] = Scenario(name, function, jars, programs, seconds)
        return function
    return register


def load():
    """Imports all modules of scenarios/ and returns the scenarios by name, in the modules' order."""
    for file in sorted(os.listdir(os.path.join(MAKE, 'scenarios'))):
        if file.endswith('.py') and not file.startswith('_'):
            importlib.import_module('scenarios.' + file[:-len('.py')])
    return SCENARIOS
