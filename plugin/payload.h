/* payload.h
 * A message of Kafka's that lies in the octets of a field
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_PAYLOAD_H
#define KAFKA_PAYLOAD_H

#include "reader.h"

/** The octets of a field, and where what is in them is shown. */
typedef struct {
    kafka_reader reader;                /* has those octets to read and no more */
    proto_item *item;                   /* the field's; NULL if it is not shown */
    proto_tree *tree;                   /* below that item */
    const kafka_value *value;
} kafka_payload;

/** How it is known what a payload is. */
typedef enum {
    KAFKA_CERTAIN,                      /* something says so: a note tells where it is something else */
    KAFKA_LENIENT,                      /* the same, but clients write it for each other and take it as they find it */
    KAFKA_GUESSED                       /* only if it fits to the last octet, and without a note if not */
} kafka_certainty;

/**
 * Opens the content of a field of bytes that `r` has just shown under `tree`.
 * False if there is none: it is null or empty. The payload's reader has no
 * listener. Nothing is shown yet.
 */
bool kafka_payload_open(kafka_payload *p, const kafka_reader *r, proto_tree *tree, const kafka_value *value);

/**
 * A trial: would the message in that version read without a violation, `skipped`
 * octets from where the payload's reader stands? True also if octets are left:
 * `*left` is their number. Else `*failure` says what it is.
 */
bool kafka_payload_try(const kafka_payload *p, uint32_t skipped, const kafka_message *message, int16_t version,
                       uint32_t *left, kafka_note *failure);

/** Does the message fill what is left of the payload exactly? */
bool kafka_payload_fits(const kafka_payload *p, const kafka_message *message, int16_t version);

/**
 * Makes the field's item one with parts: the length before its content becomes an
 * item of its own. Called before anything is shown below it.
 */
void kafka_payload_take_apart(kafka_payload *p);

/** Shows a message where the reader stands, and what is left behind it as octets. */
void kafka_payload_show(kafka_payload *p, const kafka_message *message, int16_t version);

/**
 * Shows a payload that begins with the version of its message, an int16. If it is
 * a lenient one, a version beyond those known is read as the newest, as Kafka
 * itself does, and one that lacks what its version added as the version that it
 * fits. False if it is something else: then nothing is shown but a note, unless
 * it was guessed.
 */
bool kafka_payload_show_versioned(kafka_payload *p, const kafka_message *message, kafka_certainty certainty);

/** Marks the field: its octets are not what they should be. */
void kafka_payload_refuse(const kafka_payload *p, const char *format, ...) G_GNUC_PRINTF(2, 3);

/** Registers the fields of this. */
void kafka_register_payload(int proto);

#endif
