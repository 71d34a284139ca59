// What kafka 0.2.3 (npm) sends to broker.py: a producer, then a consumer that begins at the last offset.
//
// SPDX-License-Identifier: GPL-2.0-or-later
'use strict'
const kafka = require('kafka')

const producer = new kafka.Producer({ topic: 'node', partition: 0 })
producer.connect(() => {
    producer.send('one message')
    producer.send(['two', 'at once'])
    producer.send('elsewhere', 'node-other', 1)
    setTimeout(consume, 200)
})

function consume() {
    const consumer = new kafka.Consumer({ pollInterval: 100 })
    consumer.on('message', (topic, message, offset) => console.log('%s: %s, then %d', topic, message, offset))
    consumer.on('offset', (topic, offset) => console.log('%s: offset %d', topic, offset))
    consumer.on('error', (code, name) => console.log('error %d %s', code, name))
    consumer.connect(() => {
        consumer.fetchOffsets({ name: 'node', partition: 0, offsets: 2 })
        consumer.subscribeTopic({ name: 'node', offset: 0, partition: 0 })
        consumer.subscribeTopic({ name: 'node-other', offset: 0, partition: 1 })
    })
    setTimeout(() => process.exit(0), 600)
}
