/* reader_lengths.c
 * What has a length before it: strings, bytes, records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <wsutil/pint.h>

#include "fields.h"
#include "reader_parts.h"
#include "records.h"
#include "text.h"

bool
kafka_peek_length(kafka_reader *r, proto_tree *tree, int hf, length_kind kind, kafka_note failure, int32_t *length,
            uint32_t *prefix)
{
    int64_t number;

    if (kind == LENGTH_COMPACT || kind == LENGTH_VARINT) {
        uint32_t varint;
        if (!peek_uvarint(r, tree, hf, &varint, prefix))
            return false;
        number = kind == LENGTH_COMPACT ? (int64_t)varint - 1 : zigzag(varint);
    } else {
        *prefix = kind == LENGTH_INT16 ? 2 : 4;
        const uint8_t *octets = peek(r, tree, hf, *prefix);
        if (!octets)
            return false;
        number = kind == LENGTH_INT16 ? (int16_t)pntoh16(octets) : (int32_t)pntoh32(octets);
    }
    if (G_UNLIKELY(number < NULL_LENGTH || number > (int64_t)(left(r) - *prefix))) {
        if (number < NULL_LENGTH)
            FAIL(r, tree, hf, failure, "negative length %" PRId64, number);
        else
            FAIL(r, tree, hf, failure, "length %" PRId64 ", but %u octets left in the message", number,
                 left(r) - *prefix);
        return false;
    }
    *length = (int32_t)number;
    return true;
}

void
kafka_show_length(kafka_reader *r, proto_tree *tree, length_kind kind, uint32_t start, uint32_t prefix,
                  int32_t length)
{
    if (!is_wanted(tree, kind == LENGTH_COMPACT ? hf_kafka_compact_length : hf_kafka_length))
        return;
    if (kind == LENGTH_COMPACT)
        proto_tree_add_uint(tree, hf_kafka_compact_length, r->tvb, (int)start, (int)prefix, (uint32_t)(length + 1));
    else
        proto_tree_add_int(tree, hf_kafka_length, r->tvb, (int)start, (int)prefix, length);
}

static proto_item *
show_string(kafka_reader *r, proto_tree *tree, int hf, uint32_t start, uint32_t prefix, int32_t length)
{
    int whole = (int)(r->offset - start);

    if (length <= 0) {
        proto_item *item = proto_tree_add_string(tree, hf, r->tvb, (int)start, whole, "");
        if (is_visible(tree))
            proto_item_set_text(item, length < 0 ? "%s: null" : "%s: \"\"", kafka_name_of(hf));
        return item;
    }
    return proto_tree_add_string(tree, hf, r->tvb, (int)start, whole,
                                 kafka_copy_text(r->pinfo, r->tvb, start + prefix, (uint32_t)length));
}

static proto_item *
show_bytes(kafka_reader *r, proto_tree *tree, int hf, uint32_t start, uint32_t prefix, int32_t length)
{
    int whole = (int)(r->offset - start);
    proto_item *item = proto_tree_add_bytes_with_length(tree, hf, r->tvb, (int)start, whole, r->data + start + prefix,
                                                        MAX(length, 0));

    if (length <= 0 && is_visible(tree))
        proto_item_set_text(item, "%s: %s", kafka_name_of(hf),
                            length < 0 ? "null" : "(empty)");
    else
        kafka_shorten_bytes(item, r, r->data + start + prefix, (size_t)MAX(length, 0));
    return item;
}

typedef proto_item *(*show_content)(kafka_reader *r, proto_tree *tree, int hf, uint32_t start, uint32_t prefix,
                                    int32_t length);

static inline void
content(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, bool nullable, length_kind kind,
        kafka_note failure, show_content show)
{
    uint32_t start = r->offset, prefix;
    int32_t length;

    if (!kafka_peek_length(r, tree, hf, kind, failure, &length, &prefix))
        return;
    take(r, prefix + (uint32_t)MAX(length, 0));

    proto_item *item = is_wanted(tree, hf) ? show(r, tree, hf, start, prefix, length) : tree;
    if (G_UNLIKELY(length == NULL_LENGTH))
        kafka_check_null(r, item, hf, nullable);
    if (is_told(r, tree, role))
        kafka_tell(r, tree, item, role, start + prefix, length, 0);
}

static void
string(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, bool nullable, length_kind kind)
{
    content(r, tree, hf, role, nullable, kind, KAFKA_BAD_STRING_LENGTH, show_string);
}

static void
bytes(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, bool nullable, length_kind kind)
{
    content(r, tree, hf, role, nullable, kind, KAFKA_BAD_BYTES_LENGTH, show_bytes);
}

void
kafka_string(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    string(r, tree, hf, role, false, r->flexible ? LENGTH_COMPACT : LENGTH_INT16);
}

void
kafka_nullable_string(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    string(r, tree, hf, role, true, r->flexible ? LENGTH_COMPACT : LENGTH_INT16);
}

void
kafka_bytes(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    bytes(r, tree, hf, role, false, usual_length(r));
}

void
kafka_nullable_bytes(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    bytes(r, tree, hf, role, true, usual_length(r));
}

/* kafka_string_int16 and kafka_nullable_string_int16, and so on. */
#define WITH_LENGTH(type, form, kind)                                                                                  \
    void kafka_##type##_##form(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)                             \
    {                                                                                                                  \
        type(r, tree, hf, role, false, kind);                                                                          \
    }                                                                                                                  \
    void kafka_nullable_##type##_##form(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)                    \
    {                                                                                                                  \
        type(r, tree, hf, role, true, kind);                                                                           \
    }

WITH_LENGTH(string, int16, LENGTH_INT16)
WITH_LENGTH(string, int32, LENGTH_INT32)
WITH_LENGTH(string, varint, LENGTH_VARINT)
WITH_LENGTH(bytes, int16, LENGTH_INT16)
WITH_LENGTH(bytes, int32, LENGTH_INT32)
WITH_LENGTH(bytes, varint, LENGTH_VARINT)

void
kafka_bytes_rest(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    uint32_t start = r->offset, length = left(r);

    if (r->failure != KAFKA_FINE)
        return;
    take(r, length);

    proto_item *item = is_wanted(tree, hf) ? show_bytes(r, tree, hf, start, 0, (int32_t)length) : tree;
    if (is_told(r, tree, role))
        kafka_tell(r, tree, item, role, start, (int32_t)length, 0);
}

static void
records(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, bool nullable)
{
    uint32_t start = r->offset, prefix;
    int32_t length;

    if (!kafka_peek_length(r, tree, hf, usual_length(r), KAFKA_BAD_BYTES_LENGTH, &length, &prefix))
        return;
    take(r, prefix + (uint32_t)MAX(length, 0));

    proto_item *item = NULL;
    proto_tree *subtree = NULL;
    if (tree) {
        item = proto_tree_add_item(tree, hf, r->tvb, (int)start, (int)(r->offset - start), ENC_NA);
        subtree = proto_item_add_subtree(item, ett_kafka_records);
        kafka_show_length(r, subtree, usual_length(r), start, prefix, length);
        if (length == NULL_LENGTH)
            proto_item_append_text(item, ": null");
    }
    if (length > 0 && !r->quiet)
        kafka_show_records(r, subtree, start + prefix, (uint32_t)length);
    if (length == NULL_LENGTH)
        kafka_check_null(r, item, hf, nullable);
    if (is_told(r, tree, role))
        kafka_tell(r, tree, item, role, start + prefix, length, 0);
}

void
kafka_records(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    records(r, tree, hf, role, false);
}

void
kafka_nullable_records(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    records(r, tree, hf, role, true);
}
