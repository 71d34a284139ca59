/* reader_parts.h
 * What the files of the reader share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_READER_PARTS_H
#define KAFKA_READER_PARTS_H

#include "aliases.h"
#include "reader.h"

#define NULL_LENGTH (-1)

/** How the length before a field lies on the wire. */
typedef enum { LENGTH_INT16, LENGTH_INT32, LENGTH_VARINT, LENGTH_COMPACT } length_kind;

/** The name of a registered field. */
const char *kafka_name_of(int hf);

/** Makes the reader fail where it stands; false if it had failed before. Called through FAIL and COMPLAIN. */
bool kafka_fail(kafka_reader *r, kafka_note failure);

/*
 * The field at r->offset breaks a rule, and what follows can't be found. Only the
 * first failure counts. A macro, so that nothing is formatted for nobody.
 */
#define FAIL(r, tree, hf, note, format, ...)                                                                           \
    do {                                                                                                               \
        if ((r)->failure == KAFKA_FINE && !(r)->quiet)                                                                 \
            kafka_add_note((tree), (r)->pinfo, (r)->tvb, (r)->offset, 0, (note), "%s: " format, kafka_name_of(hf),     \
                           __VA_ARGS__);                                                                               \
        kafka_fail((r), (note));                                                                                       \
    } while (0)

/* The field breaks a rule, but all that follows can be read; only a trial fails. */
#define COMPLAIN(r, item, note, ...)                             \
    do {                                                         \
        if ((r)->quiet)                                          \
            kafka_fail((r), (note));                             \
        else                                                     \
            kafka_mark((item), (r)->pinfo, (note), __VA_ARGS__); \
    } while (0)

/** Is there somebody to be told of a field that has this role? */
static inline bool
is_told(const kafka_reader *r, const proto_tree *tree, kafka_role role)
{
    return role != KAFKA_NO_ROLE &&
           ((r->listener && (!r->heard || r->heard[role])) || kafka_anything_is_asked_for(tree));
}

/**
 * Tells the listener of a field that has a role, and shows it under the role's
 * name too, if something refers to that.
 */
void kafka_tell(kafka_reader *r, proto_tree *tree, proto_item *item, kafka_role role, uint32_t offset, int32_t length,
                int64_t number);

/** A null: a violation unless the field is nullable. */
void kafka_check_null(kafka_reader *r, proto_item *item, int hf, bool nullable);

/** Shows the length before an array or records as it is on the wire, `prefix` octets from `start`. */
void kafka_show_length(kafka_reader *r, proto_tree *tree, length_kind kind, uint32_t start, uint32_t prefix,
                       int32_t length);

/** An item whose length is known only when its parts were read. */
typedef struct {
    proto_item *item;
    proto_tree *tree;                   /* where its parts go */
    uint32_t start;
} open_item;

/** Opens an item, an FT_NONE, for what begins where the reader stands. */
open_item kafka_open_struct(kafka_reader *r, proto_tree *tree, int hf, int ett);

/** The item ends where the reader stands now. */
void kafka_close_item(const kafka_reader *r, const open_item *open);

/*
 * What follows takes nothing yet, but for take(): it looks at what is at
 * r->offset. NULL or false after a failure.
 */

/**
 * The length at r->offset, not taken yet, and how many octets it has itself.
 * It was checked against what is left of the message behind it; -1 means null.
 */
bool kafka_peek_length(kafka_reader *r, proto_tree *tree, int hf, length_kind kind, kafka_note failure, int32_t *length,
                       uint32_t *prefix);

/**
 * The varint at r->offset, not taken yet: its value and how many octets it has;
 * false after a failure. At most `bits` bits, as Kafka's ByteUtils: an int has 5
 * octets at the most, a long 10.
 */
bool kafka_peek_varint(kafka_reader *r, proto_tree *tree, int hf, unsigned bits, uint64_t *value, uint32_t *length);

/** How the length of what is no string lies on the wire if the version decides. */
static inline length_kind
usual_length(const kafka_reader *r)
{
    return r->flexible ? LENGTH_COMPACT : LENGTH_INT32;
}

static inline uint32_t
left(const kafka_reader *r)
{
    return r->end - r->offset;
}

static inline bool
is_visible(proto_tree *tree)
{
    return tree && PTREE_DATA(tree)->visible;
}

/* Is the tree visible, or does something refer to the field? If not, the parent stands for the field's item. */
static inline bool
is_wanted(proto_tree *tree, int hf)
{
    return tree && (PTREE_DATA(tree)->visible || proto_field_is_referenced(tree, hf));
}

/* The next `length` octets, not taken yet; NULL after a failure. Throws if the capture does not hold them. */
static inline const uint8_t *
peek(kafka_reader *r, proto_tree *tree, int hf, uint32_t length)
{
    if (G_UNLIKELY(left(r) < length)) {
        FAIL(r, tree, hf, KAFKA_TRUNCATED, "%u octets needed, %u left in the message", length, left(r));
        return NULL;
    }
    if (G_UNLIKELY(r->captured - r->offset < length))
        tvb_ensure_bytes_exist(r->tvb, (int)r->offset, (int)length);
    return r->data + r->offset;
}

/* Takes what a length announced and was checked against what is left. Throws if the capture does not hold it. */
static inline void
take(kafka_reader *r, uint32_t length)
{
    if (G_UNLIKELY(r->captured - r->offset < length))
        tvb_ensure_bytes_exist(r->tvb, (int)r->offset, (int)length);
    r->offset += length;
}

/** The number that a zig-zag varint stands for. */
static inline int32_t
zigzag(uint32_t number)
{
    return (int32_t)(number >> 1) ^ -(int32_t)(number & 1);
}

static inline bool
peek_uvarint(kafka_reader *r, proto_tree *tree, int hf, uint32_t *value, uint32_t *length)
{
    uint64_t number;

    if (G_LIKELY(left(r) > 0 && r->captured > r->offset && r->data[r->offset] < 0x80)) {
        *value = r->data[r->offset];
        *length = 1;
        return true;
    }
    if (!kafka_peek_varint(r, tree, hf, 32, &number, length))
        return false;
    *value = (uint32_t)number;
    return true;
}

#endif
