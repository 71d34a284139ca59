/* reader_numbers.c
 * Numbers, booleans and UUIDs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <wsutil/pint.h>

#include "format.h"
#include "reader_parts.h"

/* Shows and takes a signed integer of `length` octets that were checked. */
static inline void
signed_integer(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, uint32_t length, int32_t number)
{
    uint32_t start = r->offset;

    proto_item *item =
        is_wanted(tree, hf) ? proto_tree_add_int(tree, hf, r->tvb, (int)start, (int)length, number) : tree;

    r->offset += length;
    if (is_told(r, tree, role))
        kafka_tell(r, tree, item, role, start, (int32_t)length, number);
}

static inline void
unsigned_integer(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, uint32_t length, uint32_t number)
{
    uint32_t start = r->offset;

    bool shows = is_wanted(tree, hf) && (role == KAFKA_NO_ROLE || role != r->listener_shows);
    proto_item *item = shows ? proto_tree_add_uint(tree, hf, r->tvb, (int)start, (int)length, number) : tree;

    r->offset += length;
    if (is_told(r, tree, role))
        kafka_tell(r, tree, item, role, start, (int32_t)length, number);
}

static inline void
long_integer(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, uint32_t length, int64_t number)
{
    uint32_t start = r->offset;

    proto_item *item =
        is_wanted(tree, hf) ? proto_tree_add_int64(tree, hf, r->tvb, (int)start, (int)length, number) : tree;

    r->offset += length;
    if (is_told(r, tree, role))
        kafka_tell(r, tree, item, role, start, (int32_t)length, number);
}

void
kafka_bool(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    const uint8_t *octets = peek(r, tree, hf, 1);

    if (!octets)
        return;

    uint32_t start = r->offset++;
    proto_item *item =
        is_wanted(tree, hf) ? proto_tree_add_boolean(tree, hf, r->tvb, (int)start, 1, octets[0] != 0) : tree;
    if (is_told(r, tree, role))
        kafka_tell(r, tree, item, role, start, 1, octets[0] != 0);
}

void
kafka_int8(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    const uint8_t *octets = peek(r, tree, hf, 1);

    if (octets)
        signed_integer(r, tree, hf, role, 1, (int8_t)octets[0]);
}

void
kafka_int16(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    const uint8_t *octets = peek(r, tree, hf, 2);

    if (octets)
        signed_integer(r, tree, hf, role, 2, (int16_t)pntoh16(octets));
}

void
kafka_uint16(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    const uint8_t *octets = peek(r, tree, hf, 2);

    if (octets)
        unsigned_integer(r, tree, hf, role, 2, pntoh16(octets));
}

void
kafka_int32(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    const uint8_t *octets = peek(r, tree, hf, 4);

    if (octets)
        signed_integer(r, tree, hf, role, 4, (int32_t)pntoh32(octets));
}

void
kafka_uint32(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    const uint8_t *octets = peek(r, tree, hf, 4);

    if (octets)
        unsigned_integer(r, tree, hf, role, 4, pntoh32(octets));
}

void
kafka_int64(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    const uint8_t *octets = peek(r, tree, hf, 8);

    if (octets)
        long_integer(r, tree, hf, role, 8, (int64_t)pntoh64(octets));
}

void
kafka_float64(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    const uint8_t *octets = peek(r, tree, hf, 8);

    if (!octets)
        return;

    uint32_t start = r->offset;
    r->offset += 8;
    proto_item *item = proto_tree_add_item(tree, hf, r->tvb, (int)start, 8, ENC_BIG_ENDIAN);
    if (is_told(r, tree, role))
        kafka_tell(r, tree, item, role, start, 8, 0);
}

void
kafka_uuid(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    const uint8_t *octets = peek(r, tree, hf, 16);

    if (!octets)
        return;

    uint32_t start = r->offset;
    r->offset += 16;
    proto_item *item =
        is_wanted(tree, hf) ? proto_tree_add_item(tree, hf, r->tvb, (int)start, 16, ENC_BIG_ENDIAN) : tree;
    if (is_visible(tree)) {
        char text[KAFKA_UUID_TEXT];
        kafka_format_uuid(text, octets);
        proto_item_append_text(item, " (%s)", text);
    }
    if (is_told(r, tree, role))
        kafka_tell(r, tree, item, role, start, 16, 0);
}

bool
kafka_peek_varint(kafka_reader *r, proto_tree *tree, int hf, unsigned bits, uint64_t *value, uint32_t *length)
{
    uint64_t number = 0;

    uint32_t there = r->captured > r->offset ? MIN(left(r), r->captured - r->offset) : 0;
    const uint8_t *octets = r->data + r->offset;

    for (uint32_t i = 0, shift = 0; shift < bits; i++, shift += 7) {
        if (i >= there && !peek(r, tree, hf, i + 1))            /* says what is missing, or throws */
            return false;
        uint8_t octet = octets[i];
        if (bits - shift < 7 && octet >> (bits - shift) != 0)
            break;
        number |= (uint64_t)(octet & 0x7f) << shift;
        if (!(octet & 0x80)) {
            *value = number;
            *length = i + 1;
            return true;
        }
    }
    FAIL(r, tree, hf, KAFKA_BAD_VARINT, "variable-length integer of more than %u bits", bits);
    return false;
}

void
kafka_varint(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    uint32_t number, length;

    if (peek_uvarint(r, tree, hf, &number, &length))
        signed_integer(r, tree, hf, role, length, zigzag(number));
}

void
kafka_varlong(kafka_reader *r, proto_tree *tree, int hf, kafka_role role)
{
    uint64_t number;
    uint32_t length;

    if (kafka_peek_varint(r, tree, hf, 64, &number, &length))
        long_integer(r, tree, hf, role, length, (int64_t)(number >> 1) ^ -(int64_t)(number & 1));
}

/* ------------------------------------------------------------------------------------------------------- bits */

static void
bit(kafka_reader *r, proto_tree *tree, const kafka_bit *b, uint32_t start, uint32_t length, uint32_t number)
{
    proto_item *item = tree;

    if (r->version < b->versions.first || r->version > b->versions.last)
        return;
    if (is_wanted(tree, *b->hf))
        item = proto_tree_add_item(tree, *b->hf, r->tvb, (int)start, (int)length, ENC_BIG_ENDIAN);
    if (b->role != KAFKA_NO_ROLE)
        kafka_tell(r, tree, item, b->role, start, (int32_t)length, (number & b->mask) / (b->mask & -b->mask));
}

static void
bits_of(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, const kafka_bits *bits, uint32_t length,
        int32_t number)
{
    uint32_t start = r->offset;
    proto_item *item =
        is_wanted(tree, hf) ? proto_tree_add_int(tree, hf, r->tvb, (int)start, (int)length, number) : tree;
    proto_tree *subtree = is_visible(tree) ? proto_item_add_subtree(item, *bits->ett) : tree;

    r->offset += length;
    if (is_told(r, tree, role))
        kafka_tell(r, tree, item, role, start, (int32_t)length, number);
    for (unsigned i = 0; i < bits->count; i++)
        bit(r, subtree, &bits->bits[i], start, length, (uint32_t)number);
}

void
kafka_bits8(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, const kafka_bits *bits)
{
    const uint8_t *octets = peek(r, tree, hf, 1);

    if (octets)
        bits_of(r, tree, hf, role, bits, 1, (int8_t)octets[0]);
}

void
kafka_bits16(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, const kafka_bits *bits)
{
    const uint8_t *octets = peek(r, tree, hf, 2);

    if (octets)
        bits_of(r, tree, hf, role, bits, 2, (int16_t)pntoh16(octets));
}

void
kafka_bits32(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, const kafka_bits *bits)
{
    const uint8_t *octets = peek(r, tree, hf, 4);

    if (octets)
        bits_of(r, tree, hf, role, bits, 4, (int32_t)pntoh32(octets));
}
