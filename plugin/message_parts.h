/* message_parts.h
 * What the files that show a message share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_MESSAGE_PARTS_H
#define KAFKA_MESSAGE_PARTS_H

#include "connection.h"
#include "embedded.h"
#include "info.h"
#include "sasl.h"
#include "snapshot.h"
#include "topics.h"

/** What is known of a message while it is read; the context of its reader. */
typedef struct {
    kafka_reader reader;
    proto_tree *tree;
    kafka_connection *connection;
    unsigned ordinal;
    kafka_exchange *exchange;           /* NULL: a response without its request, or too short to tell */
    bool is_request;
    bool has_error;                     /* an error code that is not 0 was met */
    const char *words;                  /* the last error message; NULL: none */
    bool is_inside;                     /* the reader is inside what an Envelope passes on */
    kafka_embedded embedded;
    kafka_piece piece;
    kafka_topic_pair topics;
    kafka_offer *offer;                 /* that this message makes, on the first pass */
    kafka_info info;
    const char *what;                   /* what the Info column begins with */
} kafka_dissection;

/** The roles that kafka_listen does something with. */
extern const bool kafka_heard[KAFKA_ROLE_COUNT];

/** The listener of a message's reader. */
void kafka_listen(kafka_reader *r, proto_tree *tree, kafka_role role, const kafka_value *value);

#endif
