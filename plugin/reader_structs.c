/* reader_structs.c
 * Arrays, structs, tagged fields
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "fields.h"
#include "format.h"
#include "reader_parts.h"

/*
 * Takes an array's length and opens its item. Returns the number of elements:
 * 0 if null or after a failure. Each element has an octet at least, so a count
 * beyond what is left is a lie, whatever the elements are.
 */
static int32_t
open_array(kafka_reader *r, proto_tree *tree, int hf, bool nullable, length_kind kind, open_item *open)
{
    uint32_t prefix;
    int32_t count;

    *open = (open_item){ .start = r->offset, .tree = tree };
    if (!kafka_peek_length(r, tree, hf, kind, KAFKA_BAD_ARRAY_LENGTH, &count, &prefix))
        return 0;
    r->offset += prefix;
    if (tree) {
        if (is_wanted(tree, hf))
            open->item = proto_tree_add_int(tree, hf, r->tvb, (int)open->start, (int)prefix, count);
        if (is_visible(tree)) {
            open->tree = proto_item_add_subtree(open->item, ett_kafka_array);
            if (count == NULL_LENGTH)
                proto_item_set_text(open->item, "%s: null", kafka_name_of(hf));
        }
        if (kind != LENGTH_VARINT || count > 0)         /* most records have no headers: one line says it */
            kafka_show_length(r, open->tree, kind, open->start, prefix, count);
    }
    if (G_UNLIKELY(count == NULL_LENGTH)) {
        kafka_check_null(r, open->item ? open->item : tree, hf, nullable);
        return 0;
    }
    return count;
}

/* The tree for the next element: none once the tree has as many items as Wireshark bears. */
static proto_tree *
tree_of_element(kafka_reader *r, open_item *open)
{
    if (G_UNLIKELY(kafka_tree_is_full(open->tree))) {
        kafka_mark(open->item ? open->item : open->tree, r->pinfo, KAFKA_TOO_MANY_ITEMS,
                   "The tree has no room for the elements that follow");
        open->tree = NULL;
    }
    return open->tree;
}

static void
array(kafka_reader *r, proto_tree *tree, int hf, bool nullable, kafka_element element, int hf_element, kafka_role role)
{
    open_item open;
    int32_t count = open_array(r, tree, hf, nullable, usual_length(r), &open);

    for (int32_t i = 0; i < count && r->failure == KAFKA_FINE; i++)
        element(r, tree_of_element(r, &open), hf_element, role);
    kafka_close_item(r, &open);
}

static void
struct_element(kafka_reader *r, open_item *open, const kafka_struct *structure, int32_t i)
{
    open_item element = { .start = r->offset, .tree = tree_of_element(r, open) };

    if (is_visible(element.tree)) {
        char label[KAFKA_ELEMENT_TEXT];
        kafka_put_element(label, structure->name, i);
        element.tree = proto_tree_add_subtree(element.tree, r->tvb, (int)r->offset, 0, *structure->ett, &element.item,
                                              label);
    }
    structure->dissect(r, element.tree);
    kafka_close_item(r, &element);
}

static void
structs(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure, bool nullable, length_kind kind)
{
    open_item open;
    int32_t count = open_array(r, tree, hf, nullable, kind, &open);

    for (int32_t i = 0; i < count && r->failure == KAFKA_FINE; i++)
        struct_element(r, &open, structure, i);
    kafka_close_item(r, &open);
}

void
kafka_array(kafka_reader *r, proto_tree *tree, int hf, kafka_element element, int hf_element, kafka_role role)
{
    array(r, tree, hf, false, element, hf_element, role);
}

void
kafka_nullable_array(kafka_reader *r, proto_tree *tree, int hf, kafka_element element, int hf_element, kafka_role role)
{
    array(r, tree, hf, true, element, hf_element, role);
}

void
kafka_structs(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure)
{
    structs(r, tree, hf, structure, false, usual_length(r));
}

void
kafka_nullable_structs(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure)
{
    structs(r, tree, hf, structure, true, usual_length(r));
}

/* kafka_structs_int16 and kafka_nullable_structs_int16, and so on. */
#define WITH_LENGTH(form, kind)                                                                                        \
    void kafka_structs_##form(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure)                \
    {                                                                                                                  \
        structs(r, tree, hf, structure, false, kind);                                                                  \
    }                                                                                                                  \
    void kafka_nullable_structs_##form(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure)       \
    {                                                                                                                  \
        structs(r, tree, hf, structure, true, kind);                                                                   \
    }

WITH_LENGTH(int16, LENGTH_INT16)
WITH_LENGTH(int32, LENGTH_INT32)
WITH_LENGTH(varint, LENGTH_VARINT)

void
kafka_structs_rest(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure)
{
    uint32_t before = r->end;
    int32_t count = 0;

    if (r->failure != KAFKA_FINE)
        return;

    open_item open = kafka_open_struct(r, tree, hf, ett_kafka_array);
    while (r->offset < r->end && r->offset != before) {
        before = r->offset;
        struct_element(r, &open, structure, count++);
    }
    if (is_visible(tree))
        proto_item_append_text(open.item, ": %d element%s", count, count == 1 ? "" : "s");
    kafka_close_item(r, &open);
}

void
kafka_one_struct(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure)
{
    if (r->failure != KAFKA_FINE)
        return;

    open_item open = kafka_open_struct(r, tree, hf, *structure->ett);
    structure->dissect(r, open.tree);
    kafka_close_item(r, &open);
}

static void
nullable_struct(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure, int8_t null)
{
    const uint8_t *octets = peek(r, tree, hf, 1);

    if (!octets)
        return;

    int8_t marker = (int8_t)octets[0];
    if (marker != null && marker != 1) {
        FAIL(r, tree, hf, KAFKA_BAD_STRUCT_MARKER, "marker %d is neither %d (null) nor 1 (present)", marker, null);
        return;
    }

    open_item open = kafka_open_struct(r, tree, hf, *structure->ett);
    kafka_int8(r, open.tree, hf_kafka_struct_marker, KAFKA_NO_ROLE);
    if (marker == 1)
        structure->dissect(r, open.tree);
    else if (is_visible(tree))
        proto_item_append_text(open.item, ": null");
    kafka_close_item(r, &open);
}

void
kafka_nullable_struct(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure)
{
    nullable_struct(r, tree, hf, structure, NULL_LENGTH);
}

void
kafka_nullable_struct_tagged(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure)
{
    nullable_struct(r, tree, hf, structure, 0);
}

/* ----------------------------------------------------------------------------------------------- tagged fields */

static void
tagged_field(kafka_reader *r, proto_tree *tree, kafka_dissect_tagged tagged, int64_t *previous)
{
    uint32_t tag, size, tag_length, size_length, start = r->offset, end = r->end;
    proto_item *item = NULL;

    if (!peek_uvarint(r, tree, hf_kafka_tag, &tag, &tag_length))
        return;
    if (tree)
        item = proto_tree_add_uint64(tree, hf_kafka_tag, r->tvb, (int)start, (int)tag_length, tag);
    r->offset += tag_length;
    if (tag <= *previous)
        COMPLAIN(r, item, KAFKA_BAD_TAGGED_FIELD, "Tag %u after tag %" PRId64 ": tags must ascend", tag, *previous);
    *previous = tag;

    if (!peek_uvarint(r, tree, hf_kafka_tag_size, &size, &size_length))
        return;
    if (size > left(r) - size_length) {
        FAIL(r, tree, hf_kafka_tag_size, KAFKA_BAD_TAGGED_FIELD, "size %u, but %u octets left in the message", size,
             left(r) - size_length);
        return;
    }
    if (tree)
        proto_tree_add_uint(tree, hf_kafka_tag_size, r->tvb, (int)r->offset, (int)size_length, size);
    r->offset += size_length;

    r->end = r->offset + size;
    bool known = tagged && tagged(r, tree, tag);
    if (r->failure != KAFKA_FINE)
        return;
    if (known && left(r) > 0)
        COMPLAIN(r, item, KAFKA_BAD_TAGGED_FIELD, "%u octets left of the %u of tagged field %u", left(r), size, tag);
    if (left(r) > 0) {
        start = r->offset;
        take(r, left(r));
        if (tree)
            proto_tree_add_item(tree, hf_kafka_tag_data, r->tvb, (int)start, (int)(r->offset - start), ENC_NA);
    }
    r->end = end;
}

void
kafka_tagged_fields(kafka_reader *r, proto_tree *tree, kafka_dissect_tagged tagged)
{
    uint32_t count, prefix;
    open_item open = { .start = r->offset, .tree = tree };
    int64_t previous = -1;

    if (!r->flexible || !peek_uvarint(r, tree, hf_kafka_tagged_fields, &count, &prefix))
        return;
    if (count > left(r) - prefix) {
        FAIL(r, tree, hf_kafka_tagged_fields, KAFKA_BAD_TAGGED_FIELD,
             "%u tagged fields, but %u octets left in the message", count, left(r) - prefix);
        return;
    }
    r->offset += prefix;
    if (tree) {
        open.item = proto_tree_add_uint(tree, hf_kafka_tagged_fields, r->tvb, (int)open.start, (int)prefix, count);
        if (count > 0 && is_visible(tree)) {
            open.tree = proto_item_add_subtree(open.item, ett_kafka_tagged_fields);
            proto_tree_add_uint(open.tree, hf_kafka_tagged_fields_count, r->tvb, (int)open.start, (int)prefix, count);
        }
    }
    for (uint32_t i = 0; i < count && r->failure == KAFKA_FINE; i++) {
        open_item field = { .start = r->offset, .tree = tree_of_element(r, &open) };
        if (is_visible(field.tree))
            field.tree = proto_tree_add_subtree_format(field.tree, r->tvb, (int)r->offset, 0, ett_kafka_tagged_field,
                                                       &field.item, "tagged_field[%u]", i);
        tagged_field(r, field.tree, tagged, &previous);
        kafka_close_item(r, &field);
    }
    if (count > 0)
        kafka_close_item(r, &open);
}
