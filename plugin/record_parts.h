/* record_parts.h
 * What the message formats have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_RECORD_PARTS_H
#define KAFKA_RECORD_PARTS_H

#include "codecs.h"
#include "interest.h"
#include "reader_parts.h"

#define KAFKA_MAGIC_OFFSET 16           /* of the format's number, in every format */
#define KAFKA_NO_TIMESTAMP (-1)

/** The message in whose value, compressed, others of format 0 or 1 lie. */
typedef struct {
    int64_t base_offset;                /* to be added to the offsets of those inside; 0: those are absolute */
    int64_t timestamp;
    bool log_append_time;               /* its timestamp is that of all inside */
} kafka_wrapper;

/** A reader like `outer`, but for the octets from `offset` to `end` of `tvb`, and for another listener. */
kafka_reader kafka_reader_inside(const kafka_reader *outer, tvbuff_t *tvb, uint32_t offset, uint32_t end,
                                 kafka_listener listener, void *context);

/** Shows octets that can't be taken apart, up to `end`; nothing if there are none. */
void kafka_show_record_data(kafka_reader *r, proto_tree *tree, uint32_t offset, uint32_t end);

/** Shows where a record is in its partition and in time, in generated items. The time is in ms since 1970. */
void kafka_show_record_place(kafka_reader *r, proto_tree *tree, int64_t offset, int64_t timestamp);

/** Computes the checksum of `length` octets. */
typedef uint32_t (*kafka_checksum)(const uint8_t *octets, unsigned length);

/**
 * Shows the checksum at `offset` of all that is behind it up to r->end, with a status; an expert info if it is
 * wrong. It is computed only if somebody looks at that and the preference allows it.
 */
void kafka_show_checksum(kafka_reader *r, proto_tree *tree, int hf, int hf_status, uint32_t offset,
                         kafka_checksum checksum);

/** What came out of compressed octets. */
typedef struct {
    tvbuff_t *tvb;                      /* a data source of its own; NULL: nothing */
    proto_tree *tree;                   /* where to show it */
    bool is_cut;                        /* there should have been more */
} kafka_opened;

/**
 * Decompresses `length` octets from `offset`, within the preference's limit and that
 * of a packet. What is wrong is said at `item`, which shows them.
 */
kafka_opened kafka_open_compressed(kafka_reader *r, proto_tree *tree, proto_item *item, unsigned codec, uint32_t offset,
                                   uint32_t length);

/**
 * Shows a message set or what else is in a records field, from where the reader stands to its end. `wrapper` is the
 * message that it was compressed in, NULL if none.
 */
void kafka_show_batches(kafka_reader *r, proto_tree *tree, kafka_interest interest, const kafka_wrapper *wrapper);

/** The id of a message's field by its name in the schema, which must be there. */
int kafka_field_of(const kafka_message *message, const char *name);

/** Registers the fields of this. */
void kafka_register_record_parts(int proto);

/** The name of a codec, for people. */
const char *kafka_codec_name(unsigned codec);

#endif
