/* reader.c
 * The reader itself: where it stands, what it fails with, whom it tells; whole messages
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "compat.h"
#include "reader_parts.h"

#include <epan/prefs.h>

/* Wireshark throws, and calls it a bug of the dissector, when a tree has more items than its preference allows. */
#define TREE_RESERVE 1000               /* more than what one element adds without a loop of its own */

void
kafka_reader_init(kafka_reader *r, tvbuff_t *tvb, packet_info *pinfo)
{
    memset(r, 0, sizeof *r);
    r->tvb = tvb;
    r->pinfo = pinfo;
    r->captured = tvb_captured_length(tvb);
    r->data = r->captured ? tvb_get_ptr(tvb, 0, (int)r->captured) : NULL;
    r->end = tvb_reported_length(tvb);
}

bool
kafka_tree_is_full(proto_tree *tree)
{
    return tree && PTREE_DATA(tree)->count + TREE_RESERVE > prefs.gui_max_tree_items;
}

bool
kafka_tree_is_crowded(proto_tree *tree)
{
    return tree && PTREE_DATA(tree)->count > prefs.gui_max_tree_items / 10 * 9;
}

const char *
kafka_name_of(int hf)
{
    return proto_registrar_get_nth((unsigned)hf)->name;
}

bool
kafka_fail(kafka_reader *r, kafka_note failure)
{
    if (r->failure != KAFKA_FINE)
        return false;
    r->failure = failure;
    r->failure_offset = r->offset;
    r->end = r->offset;
    return true;
}

/* Wireshark 4.0 does not tell which fields tshark's -T fields prints: there, a visible tree may be asked for any. */
static inline bool
is_asked_for(proto_tree *tree, const header_field_info *field)
{
    return field->ref_type != HF_REF_TYPE_NONE || (KAFKA_WIRESHARK < 404 && is_visible(tree));
}

void
kafka_alias(proto_tree *tree, int hf, tvbuff_t *tvb, const kafka_value *value)
{
    const header_field_info *field = proto_registrar_get_nth((unsigned)hf);
    int start = (int)value->offset, length = MAX(value->length, 0);
    proto_item *item = NULL;

    if (!is_asked_for(tree, field))
        return;
    switch (field->type) {
    case FT_INT8: case FT_INT16: case FT_INT32:
        item = proto_tree_add_int(tree, hf, tvb, start, length, (int32_t)value->number);
        break;
    case FT_UINT8: case FT_UINT16: case FT_UINT32:
        /* A field of the built-in's may have a mask, which the tree applies again. */
        item = proto_tree_add_uint(tree, hf, tvb, start, length,
                                   (uint32_t)value->number << (field->bitmask ? hfinfo_bitshift(field) : 0));
        break;
    case FT_INT64:
        item = proto_tree_add_int64(tree, hf, tvb, start, length, value->number);
        break;
    case FT_UINT64:
        item = proto_tree_add_uint64(tree, hf, tvb, start, length, (uint64_t)value->number);
        break;
    case FT_BOOLEAN:
        item = proto_tree_add_boolean(tree, hf, tvb, start, length, value->number != 0);
        break;
    case FT_ABSOLUTE_TIME: {
        nstime_t time = { (time_t)(value->number / 1000), (int)(value->number % 1000) * 1000000 };
        item = proto_tree_add_time(tree, hf, tvb, start, length, &time);
        break;
    }
    case FT_STRING: case FT_BYTES: case FT_GUID:
        if (value->length >= 0)
            item = proto_tree_add_item(tree, hf, tvb, start, length,
                                       field->type == FT_STRING ? ENC_UTF_8 : ENC_BIG_ENDIAN);
        break;
    default:
        DISSECTOR_ASSERT_NOT_REACHED();
    }
    proto_item_set_hidden(item);
}

void
kafka_role_alias(proto_tree *tree, kafka_role role, tvbuff_t *tvb, const kafka_value *value)
{
    if (tree)
        for (int *const *hf = kafka_role_aliases[role]; hf && *hf; hf++)
            kafka_alias(tree, **hf, tvb, value);
}

void
kafka_tell(kafka_reader *r, proto_tree *tree, proto_item *item, kafka_role role, uint32_t offset, int32_t length,
     int64_t number)
{
    const kafka_value value = { offset, length, number, item };

    if (!r->is_stored)
        kafka_role_alias(tree, role, r->tvb, &value);
    if (r->listener)
        r->listener(r, tree, role, &value);
}

void
kafka_check_null(kafka_reader *r, proto_item *item, int hf, bool nullable)
{
    if (!nullable)
        COMPLAIN(r, item, KAFKA_BAD_NULL, "%s must not be null in this version",
                 kafka_name_of(hf));
}

open_item
kafka_open_struct(kafka_reader *r, proto_tree *tree, int hf, int ett)
{
    open_item open = { .start = r->offset, .tree = tree };

    if (tree) {
        open.item = proto_tree_add_item(tree, hf, r->tvb, (int)r->offset, 0, ENC_NA);
        open.tree = proto_item_add_subtree(open.item, ett);
    }
    return open;
}

void
kafka_close_item(const kafka_reader *r, const open_item *open)
{
    if (open->item)
        proto_item_set_len(open->item, (int)(r->offset - open->start));
}

void
kafka_read_message(kafka_reader *r, proto_tree *tree, const kafka_message *message, int16_t version)
{
    r->version = version;
    r->flexible = version >= message->flexible.first && version <= message->flexible.last;
    if (r->failure != KAFKA_FINE)
        return;

    open_item open = kafka_open_struct(r, tree, *message->hf, *message->ett);
    if (is_visible(tree))
        proto_item_append_text(open.item, " v%d", version);
    message->dissect(r, open.tree);
    kafka_close_item(r, &open);
}

bool
kafka_fits(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset, const kafka_message *message, int16_t version)
{
    kafka_reader r;

    kafka_reader_init(&r, tvb, pinfo);
    if (r.captured < r.end || offset > r.end)
        return false;
    r.quiet = true;
    r.offset = offset;
    kafka_read_message(&r, NULL, message, version);
    return r.failure == KAFKA_FINE && r.offset == r.end;
}
