/* notes.h
 * Expert infos: what is wrong or worth knowing of a message
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_NOTES_H
#define KAFKA_NOTES_H

#include <epan/packet.h>

#include "compat.h"

/** Each has a filter name of its own, kafka.expert.…, and a severity: see notes.c. */
typedef enum {
    KAFKA_FINE,
    /* Violations: what a reader fails with. */
    KAFKA_TRUNCATED,                    /* a field runs past the end of the message */
    KAFKA_BAD_STRING_LENGTH,
    KAFKA_BAD_BYTES_LENGTH,
    KAFKA_BAD_ARRAY_LENGTH,
    KAFKA_BAD_VARINT,
    KAFKA_BAD_NULL,                     /* null in a field that must not be null in this version */
    KAFKA_BAD_STRUCT_MARKER,
    KAFKA_BAD_TAGGED_FIELD,             /* size or order of a tagged field */
    /* Of a message as a whole. */
    KAFKA_BAD_SIZE,
    KAFKA_TRAILING,
    KAFKA_TOO_MANY_ITEMS,
    KAFKA_UNKNOWN_API,
    KAFKA_UNKNOWN_VERSION,
    KAFKA_NO_REQUEST,
    KAFKA_NO_BEGIN,                     /* octets of which no message begins in the capture */
    KAFKA_NOT_OFFERED,                  /* an API or version that the broker said it does not know */
    KAFKA_BAD_TOKEN,                    /* a token of SASL that its mechanism does not have */
    KAFKA_FALLBACK,
    KAFKA_ERROR_IN_RESPONSE,
    /* Of what is in a records field. */
    KAFKA_PARTIAL_BATCH,                /* cut off by the broker */
    KAFKA_BAD_BATCH_LENGTH,
    KAFKA_UNKNOWN_MAGIC,
    KAFKA_BAD_RECORD_LENGTH,
    KAFKA_BAD_RECORDS_COUNT,
    KAFKA_BAD_OFFSET_DELTA,
    KAFKA_BAD_CRC,
    KAFKA_BAD_COMPRESSION,
    KAFKA_DECOMPRESSION_LIMIT,
    KAFKA_EMPTY_COMPRESSION,
    KAFKA_NESTED_COMPRESSION,
    /* Of what is in a field of bytes. */
    KAFKA_UNKNOWN_CONTENT,
    KAFKA_NOTES
} kafka_note;

/** Registers the expert infos under the protocol `proto`. */
void kafka_register_notes(int proto);

/**
 * Adds a note as an item of its own, over `length` octets of `tvb` from `offset`
 * (0: it only stands there). `tree` may be NULL.
 */
void kafka_add_note(proto_tree *tree, packet_info *pinfo, tvbuff_t *tvb, uint32_t offset, uint32_t length,
                    kafka_note note, const char *format, ...) G_GNUC_PRINTF(7, 8);

/** For functions of Wireshark's that attach it themselves. */
struct expert_field *kafka_expert(kafka_note note);

/** Are all expert infos listed, though there may be no tree: Wireshark's dialog, tshark's -z expert? */
bool kafka_notes_are_listed(void);

/** Does anybody look at expert infos, though the tree may be invisible: that list, or a filter? */
bool kafka_notes_matter(void);

/** Attaches a note to an item that is there; `item` may be NULL. Does nothing where nobody would learn of it. */
void kafka_mark(proto_item *item, packet_info *pinfo, kafka_note note, const char *format, ...) G_GNUC_PRINTF(4, 5);

#endif
