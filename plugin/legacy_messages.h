/* legacy_messages.h
 * Sets of messages of Kafka 0.7
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_LEGACY_MESSAGES_H
#define KAFKA_LEGACY_MESSAGES_H

#include "reader.h"

#define KAFKA_NO_OFFSET (-1)

/** What is known of a set of messages beside its octets. */
typedef struct {
    const char *topic;                  /* NULL: not known */
    int64_t offset;                     /* of the first message; KAFKA_NO_OFFSET: not known, or they have none yet */
    bool may_be_cut;                    /* the broker cuts the last message at the size that was asked for */
} kafka_legacy_origin;

/**
 * Shows the messages in the octets of `value`, which `r` has just read, under
 * its item. An offset is a position in the partition, in octets: each message is
 * that of the one before it, and the octets of that one, on. Those of a
 * compressed message have none of their own.
 *
 * What does not fit is named and shown as octets: a LENGTH beyond the end makes
 * an end of the set, anything else of that one message. `r` itself does not fail.
 */
void kafka_legacy_show_messages(kafka_reader *r, proto_tree *tree, const kafka_value *value,
                                const kafka_legacy_origin *origin);

/**
 * Are these octets, all of them captured, messages with the right checksums, the
 * last of which may be cut? Adds the number of whole ones to `count`.
 */
bool kafka_legacy_are_messages(const uint8_t *data, uint32_t length, unsigned *count);

/**
 * Limits `part`, a copy of `r`, to what stands at r->offset: an int32 LENGTH and so
 * many octets. False, and nothing is limited, if there is less than that.
 */
bool kafka_legacy_limit(const kafka_reader *r, kafka_reader *part);

/** Reads the fields of `message` into an item of its own, and shows as undecoded what is left of it up to its end. */
void kafka_legacy_read_part(kafka_reader *r, proto_tree *tree, const kafka_message *message, int16_t version,
                            proto_item **item);

void kafka_legacy_register_messages(int proto);

#endif
