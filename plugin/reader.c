/* reader.c
 * The reader itself: where it stands, what it fails with, whom it tells; whole messages
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "format.h"
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
    if (is_visible(tree)) {
        char label[KAFKA_NAME_TEXT + sizeof " v" + KAFKA_TIME_TEXT];
        kafka_put_number(g_stpcpy(kafka_put_name(label, kafka_name_of(*message->hf)), " v"), version);
        kafka_set_label(open.item, label);
    }
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
