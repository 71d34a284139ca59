/* embedded.h
 * What is in the byte fields of requests, responses and stored groups
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_EMBEDDED_H
#define KAFKA_EMBEDDED_H

#include "connection.h"
#include "info.h"
#include "reader.h"

/*
 * Members of a group tell each other things in octets that a broker only passes
 * on. What they are follows from the group's protocol type (consumer, connect),
 * and what a consumer's user data is from the protocol that the members agreed
 * on. Where a message does not say these (SyncGroup before version 5, JoinGroup's
 * response before version 7, KIP-559), what the group said earlier in the file
 * counts, and where it did not, what fits to the last octet.
 */

/** What a message said so far of its byte fields: zero at first, but for the exchange. */
typedef struct {
    const kafka_exchange *exchange;     /* NULL: not part of a request or response, or of an unknown one */
    bool is_request;
    kafka_text group;                   /* places in the reader's tvb */
    kafka_text type;                    /* of that group; length 0: not said */
    kafka_text name;
    int64_t compression;                /* of metrics */
} kafka_embedded;

/**
 * Notes a field if its role tells what others are, and shows under its item what
 * is in it if that is known. To be called by a listener for each field with a
 * role. What does not decode stays octets.
 */
void kafka_embedded_note(kafka_embedded *e, kafka_reader *r, proto_tree *tree, kafka_role role,
                         const kafka_value *value);

/** Sets up what groups are remembered by. Called once, after the fields are registered. */
void kafka_register_embedded(void);

#endif
