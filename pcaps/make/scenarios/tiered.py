"""Tiered storage of broker 4.4.0.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os

from lab import scenario
from scenarios.java import tool

DAY = 24 * 60 * 60 * 1000
TOPIC = {'remote.storage.enable': 'true', 'segment.ms': DAY // 24, 'local.retention.ms': DAY // 2,
         'retention.ms': 30 * DAY}
DAYS_AGO = [20, 3, 2, 1, 0]             # a segment each
PER_DAY = 3                             # records
TIERED = len(DAYS_AGO) - 1              # segments: all but the one that is being written
# A segment's copy has two records, STARTED and FINISHED, and its deletion as well; a partition's deletion has three.
RECORDS = 2 * TIERED + 2 * TIERED + 3


@scenario('java44-remote-log-metadata', jars='kafka-4.4')
def remote_log_metadata(lab):
    """tiered storage: offsets by its special timestamps, old records read from there, `__remote_log_metadata`"""
    with lab.broker('single.properties', 'tiered.properties', clients=['FolderStorage']):
        settings = ['--config=%s=%s' % setting for setting in TOPIC.items()]
        tool(lab, 'TopicCommand', '--create', '--topic', 'archive', '--partitions', '1', *settings)
        lab.java('ProduceDays', 'archive', PER_DAY, *DAYS_AGO)
        lab.java('Offsets', 'archive', 'earliest-local', PER_DAY * TIERED)
        tool(lab, 'ConfigCommand', '--alter', '--topic', 'archive', '--add-config', 'retention.ms=%d' % (7 * DAY))
        lab.java('Offsets', 'archive', 'earliest', PER_DAY)
        with lab.recording():
            lab.java('Offsets', 'archive')
            lab.java('ReadPartition', PER_DAY * TIERED, 'archive')
            tool(lab, 'TopicCommand', '--delete', '--topic', 'archive')
            lab.wait_until(lambda: not os.listdir(lab.path('remote')), 'all segments deleted')
            lab.java('MarkDeleted')
            lab.java('ReadPartition', RECORDS, '__remote_log_metadata')
