/* records.c
 * What is in a records field: batches and message sets of all formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "records.h"

#include <wsutil/pint.h>

#include "aliases.h"
#include "fields.h"
#include "guest.h"
#include "message_set.h"
#include "record_batch.h"
#include "takeover.h"

/* How every format begins: offset int64, length int32 of all behind it, 4 octets that differ, magic int8. */
#define LENGTH_OFFSET 8
#define OVERHEAD 12                     /* octets that the length does not count */
#define UP_TO_MAGIC (KAFKA_MAGIC_OFFSET + 1)

kafka_pref_bool kafka_decompress_records = true;
unsigned kafka_decompress_limit = 32;
kafka_pref_bool kafka_check_crc = true;

static int hf_partial = -1;
static int hf_truncated = -1;           /* the name that the dissector built into Wireshark has */

static int ett_partial = -1;

/* The last batch, of which `length` octets were meant to be there; 0: not even that is. */
static void
show_partial(kafka_reader *r, proto_tree *tree, int8_t magic, uint64_t length)
{
    uint32_t start = r->offset;
    proto_item *item = proto_tree_add_item(tree, hf_partial, r->tvb, (int)start, (int)left(r), ENC_NA);
    proto_tree *subtree = proto_item_add_subtree(item, ett_partial);

    if (is_visible(tree))
        proto_item_append_text(item, length > 0 ? ": %u octets of %" PRIu64 : ": %u octets", left(r), length);
    if (kafka_is_asked_for(tree, hf_truncated))
        proto_item_set_hidden(proto_tree_add_item(subtree, hf_truncated, r->tvb, (int)start, (int)left(r), ENC_NA));
    kafka_mark(item, r->pinfo, KAFKA_PARTIAL_BATCH, "It goes on behind the end of the field");
    if (magic == KAFKA_BATCH_FORMAT)
        kafka_show_cut_batch(r, subtree);
    else if (magic == 0 || magic == 1)
        kafka_show_cut_message(r, subtree);
    else
        kafka_show_record_data(r, subtree, start, r->end);
    r->offset = r->end;
}

/* What begins where the reader stands; false if nobody knows where the next one begins. */
static bool
show_batch(kafka_reader *r, proto_tree *tree, kafka_interest interest, const kafka_wrapper *wrapper)
{
    uint32_t end = r->end;

    if (left(r) < UP_TO_MAGIC) {
        show_partial(r, tree, -1, 0);
        return false;
    }

    int32_t length = (int32_t)pntoh32(r->data + r->offset + LENGTH_OFFSET);
    int8_t magic = (int8_t)r->data[r->offset + KAFKA_MAGIC_OFFSET];
    int32_t smallest = magic == KAFKA_BATCH_FORMAT ? KAFKA_BATCH_SMALLEST : KAFKA_MESSAGE_SMALLEST;
    if (length < smallest) {
        kafka_add_note(tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_BAD_BATCH_LENGTH,
                       "Length %d of a batch or message of format %d, which is at least %d", length, magic, smallest);
        return false;
    }
    if ((uint32_t)length > left(r) - OVERHEAD) {
        show_partial(r, tree, magic, (uint64_t)OVERHEAD + (uint32_t)length);
        return false;
    }

    r->end = r->offset + OVERHEAD + (uint32_t)length;
    if (magic == 0 || magic == 1)
        kafka_show_message(r, tree, interest, wrapper);
    else if (magic == KAFKA_BATCH_FORMAT && !wrapper)
        kafka_show_record_batch(r, tree, interest);
    else {
        kafka_add_note(tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_UNKNOWN_MAGIC, "Message format %d%s", magic,
                       wrapper ? " within a compressed message" : "");
        kafka_show_record_data(r, tree, r->offset, r->end);
    }
    r->offset = r->end;
    r->end = end;
    return true;
}

void
kafka_show_batches(kafka_reader *r, proto_tree *tree, kafka_interest interest, const kafka_wrapper *wrapper)
{
    while (left(r) > 0) {
        if (kafka_tree_is_crowded(tree)) {
            kafka_add_note(tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_TOO_MANY_ITEMS,
                           "The tree has no room for the records that follow");
            break;
        }
        if (!show_batch(r, tree, interest, wrapper))
            break;
    }
    kafka_show_record_data(r, tree, r->offset, r->end);
}

void
kafka_show_records(const kafka_reader *r, proto_tree *tree, uint32_t offset, uint32_t length)
{
    kafka_interest interest = kafka_interest_of(tree);

    if (interest == KAFKA_NO_INTEREST)
        return;

    if (interest == KAFKA_CONTENT_INTEREST && r->topic)
        kafka_guest_note_topic(r->pinfo, r->topic);
    kafka_reader inside = kafka_reader_inside(r, r->tvb, offset, offset + length, NULL, NULL);
    kafka_show_batches(&inside, tree, interest, NULL);
}

static hf_register_info fields[] = {
    { &hf_partial,
      { "Partial batch", "kafka.records.partial", FT_NONE, BASE_NONE, NULL, 0,
        "The beginning of a batch: the broker cut it off at the size that was asked for", HFILL } },
    { &hf_truncated,
      { "Truncated content", "kafka.truncated_content", FT_BYTES, BASE_NONE, NULL, 0,
        "Now kafka.records.partial", HFILL } },
};

static int *const trees[] = { &ett_partial };

void
kafka_register_records(int proto)
{
    kafka_adopt_fields(proto, fields, array_length(fields));
    proto_register_subtree_array(trees, array_length(trees));
    kafka_interest_in_field(hf_partial, KAFKA_BATCH_INTEREST);
    kafka_interest_in_field(hf_truncated, KAFKA_BATCH_INTEREST);
    kafka_interest_in_field(hf_kafka_record_data, KAFKA_RECORD_INTEREST);
    kafka_register_record_parts(proto);
    kafka_register_record_batch(proto);
    kafka_register_message_set(proto);
}
