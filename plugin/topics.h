/* topics.h
 * Which topic has which id
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_TOPICS_H
#define KAFKA_TOPICS_H

#include "reader.h"

/*
 * Names and ids of topics are learnt wherever a field with a name and one with an
 * id stand beside each other, in any message of any connection of the file, and
 * stay until it is closed. A name may be known on the second pass in a frame in
 * which it was not known on the first, since it comes later in the file.
 */

/** What was met last in a message: zero at first. */
typedef struct {
    const uint8_t *id;                  /* of 16 octets; NULL: none yet */
    uint32_t id_end;                    /* behind it */
    uint32_t name;                      /* the name's offset */
    uint32_t name_end;                  /* 0: none yet */
} kafka_topic_pair;

/**
 * Call it for each field with the role of a topic's name or id, in the order of
 * the wire. True if the field is the second of a pair, so that it names no
 * other topic than the field before it.
 */
bool kafka_topic_seen(kafka_topic_pair *pair, kafka_reader *r, kafka_role role, const kafka_value *value);

/** The name of the topic with this id of 16 octets, in file scope; NULL if it is not known. */
const char *kafka_topic_name(const uint8_t *id);

/**
 * Shows the name of the topic whose id stands at `offset` below `tree`; of what is
 * not stored also as kafka.topic_name.
 */
void kafka_show_topic_name(const kafka_reader *r, proto_tree *tree, uint32_t offset, const char *name);

void kafka_register_topics(int proto);

#endif
