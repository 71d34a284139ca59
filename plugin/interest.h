/* interest.h
 * Does anybody look at what is inside a records field?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_INTEREST_H
#define KAFKA_INTEREST_H

#include <epan/packet.h>

#include "reader.h"

/** How deep somebody looks. */
typedef enum {
    KAFKA_NO_INTEREST,
    KAFKA_BATCH_INTEREST,               /* at the batches' headers, which need no decompression */
    KAFKA_RECORD_INTEREST,              /* at the records */
    KAFKA_CONTENT_INTEREST              /* at what is in their keys and values */
} kafka_interest;

/**
 * Registers the fields of a message as ones that lie that deep in a records field.
 * Called after the fields are registered.
 */
void kafka_interest_in_message(const kafka_message *message, kafka_interest depth);

/** The same for a single field. */
void kafka_interest_in_field(int hf, kafka_interest depth);

/** The same for the name that a role has across messages, if it has one. */
void kafka_interest_in_role(kafka_role role, kafka_interest depth);

/**
 * How deep somebody looks in a tree: it is visible, or something refers to such a field or to expert infos. Without a
 * tree only a list of expert infos looks.
 */
kafka_interest kafka_interest_of(proto_tree *tree);

#endif
