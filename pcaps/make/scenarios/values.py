"""What users put into records.

SPDX-License-Identifier: GPL-2.0-or-later
"""
from lab import scenario

TOPICS = 'customers', 'orders', 'payments', 'greetings', 'readings'
RECORDS = 31                            # of ProduceValues, in all topics


@scenario('java44-values', jars='kafka-4.4')
def values(lab):
    """values for other dissectors: JSON, XML, Protobuf behind a registry's header; text in many scripts, octets"""
    with lab.broker('single.properties', {'num.partitions': 1}):
        lab.java('Topics', *TOPICS)
        with lab.recording():
            lab.java('ProduceValues')
            lab.java('ReadPartition', RECORDS, *TOPICS)
