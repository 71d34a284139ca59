// Has kafkajs send, read, and make calls of the admin client.
//
//     node main.js ADDRESS
//
// SPDX-License-Identifier: GPL-2.0-or-later
'use strict';

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, CompressionTypes, ConfigResourceTypes, Kafka,
    ResourcePatternTypes, logLevel } = require('kafkajs');

const TOPIC = 'kj';
const PER_CODEC = 10;
const CODECS = [CompressionTypes.None, CompressionTypes.GZIP];     // those that kafkajs has itself

async function produce(kafka) {
    const producer = kafka.producer({ idempotent: false });
    await producer.connect();
    for (const compression of CODECS) {
        const messages = [...Array(PER_CODEC).keys()].map(
            i => ({ key: `k${i}`, value: `kafkajs ${i}`, headers: { h: 'v' } }));
        await producer.send({ topic: TOPIC, compression, messages });
    }
    await producer.disconnect();
}

/** A transaction that has a record and a group's offset. */
async function transact(kafka) {
    const producer = kafka.producer({ transactionalId: 'kj-tx', maxInFlightRequests: 1, idempotent: true });
    await producer.connect();
    const transaction = await producer.transaction();
    await transaction.send({ topic: TOPIC, messages: [{ value: 'in tx' }] });
    await transaction.sendOffsets({
        consumerGroupId: 'g-kj',
        topics: [{ topic: TOPIC, partitions: [{ partition: 0, offset: '1' }] }],
    });
    await transaction.commit();
    await producer.disconnect();
}

/** Reads all in a group. */
async function consume(kafka) {
    const consumer = kafka.consumer({ groupId: 'g-kj2', maxWaitTimeInMs: 300 });
    await consumer.connect();
    await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
    let missing = PER_CODEC * CODECS.length + 1;
    await new Promise((resolve, reject) => {
        consumer.on(consumer.events.CRASH, event => reject(event.payload.error));
        consumer.on(consumer.events.END_BATCH_PROCESS, () => missing <= 0 && resolve());
        consumer.run({ eachMessage: async () => { missing--; } }).catch(reject);
    });
    await consumer.disconnect();
}

async function administer(kafka) {
    const admin = kafka.admin();
    const own = 'kj-adm';
    const resource = { type: ConfigResourceTypes.TOPIC, name: own };
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: own, numPartitions: 2 }] });
    await admin.describeConfigs({ resources: [resource] });
    await admin.alterConfigs({
        resources: [{ ...resource, configEntries: [{ name: 'retention.ms', value: '100000' }] }],
    });
    await admin.listGroups();
    await admin.describeGroups(['g-kj2']);
    await admin.fetchOffsets({ groupId: 'g-kj2', topics: [TOPIC] });
    await admin.createPartitions({ topicPartitions: [{ topic: own, count: 3 }] });
    await admin.describeCluster();
    await admin.describeAcls({
        resourceType: AclResourceTypes.ANY,
        resourcePatternType: ResourcePatternTypes.ANY,
        operation: AclOperationTypes.ANY,
        permissionType: AclPermissionTypes.ANY,
    });
    await admin.deleteTopicRecords({ topic: TOPIC, partitions: [{ partition: 0, offset: '1' }] });
    await admin.deleteGroups(['g-kj2']);
    await admin.listPartitionReassignments({});
    await admin.deleteTopics({ topics: [own] });
    await admin.disconnect();
}

async function main() {
    const kafka = new Kafka({ clientId: 'kafkajs', brokers: [process.argv[2]], logLevel: logLevel.ERROR });
    await produce(kafka);
    await transact(kafka);
    await consume(kafka);
    await administer(kafka);
}

main().catch(error => {
    console.error(error);
    process.exitCode = 1;
});
