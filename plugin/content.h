/* content.h
 * What is in the key and the value of a record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_CONTENT_H
#define KAFKA_CONTENT_H

#include "reader.h"

/** What is before the schema's fields in the records of an internal topic. */
typedef enum {
    KAFKA_FRAMED_BY_KEY,                /* key: the record's type, an int16; value: the schema's version, an int16 */
    KAFKA_FRAMED_BY_VALUE               /* value: the framing's version, the record's type, the schema's version:
                                           unsigned varints (KIP-631) */
} kafka_content_framing;

/** A topic that is Kafka's own, and what its records are, by their type. Generated, constant. */
typedef struct {
    const char *topic;
    kafka_content_framing framing;
    const kafka_message *const *keys;   /* by type; NULL: no such type */
    unsigned key_count;
    const kafka_message *const *values;
    unsigned value_count;
} kafka_internal_topic;

extern const kafka_internal_topic kafka_internal_topics[];
extern const unsigned kafka_internal_topic_count;

/** What a control record's value is, by the type in its key; NULL: no such type. Generated, constant. */
extern const kafka_message *const kafka_control_records[];
extern const unsigned kafka_control_record_count;

/*
 * Both are called by the reader's listener with the key or the value that the
 * reader has just shown, and put what is in it under its item: by `topic` what
 * Kafka itself writes there, or what another dissector of Wireshark makes of it.
 * `topic` may be NULL: it is not known. `key` is the key of the same record.
 *
 * Nothing happens without a tree. A key or value that is not what its topic
 * says stays as it is, with a note; nothing beyond it is read, and the reader
 * does not fail. They don't throw, whatever the other dissector does.
 */
void kafka_show_key(kafka_reader *r, proto_tree *tree, const char *topic, const kafka_value *key);
void kafka_show_value(kafka_reader *r, proto_tree *tree, const char *topic, const kafka_value *key,
                      const kafka_value *value);

/** The fields, the dissector table and the preferences of this. */
void kafka_register_content(int proto);

#endif
