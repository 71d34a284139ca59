/* message_set.c
 * Messages of formats 0 and 1, which lie one after another or compressed within another
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "message_set.h"

#include <wsutil/crc32.h>
#include <wsutil/pint.h>

#include "content.h"
#include "messages.h"
#include "takeover.h"

#define LENGTH_OFFSET 8
#define OVERHEAD 12                     /* octets that a message's size does not count */
#define ATTRIBUTES_OFFSET 17
#define KEY_OFFSET 18
#define KEY_OFFSET_WITH_TIMESTAMP 26
#define CODEC_MASK 7

static int hf_crc = -1;                 /* of the schemas, which share it */
static int hf_crc_status = -1;

/* What is known of a message while it is read; the context of its reader. */
typedef struct {
    kafka_interest interest;
    int64_t offset;
    int64_t timestamp;
    bool log_append_time;
    kafka_value key;
    kafka_value set;                    /* a compressed message set */
} entry;

static uint32_t
crc32(const uint8_t *octets, unsigned length)
{
    return crc32_ccitt(octets, length);
}

static void
note_role(kafka_reader *r, proto_tree *tree, kafka_role role, const kafka_value *value)
{
    entry *e = (entry *)r->context;

    switch (role) {
    case KAFKA_MESSAGE_OFFSET:
        e->offset = value->number;
        break;
    case KAFKA_MESSAGE_CRC:
        if (r->listener_shows == KAFKA_MESSAGE_CRC)
            kafka_show_checksum(r, tree, hf_crc, hf_crc_status, value->offset, crc32);
        break;
    case KAFKA_MESSAGE_TIMESTAMP_TYPE:
        e->log_append_time = value->number != 0;
        break;
    case KAFKA_MESSAGE_TIMESTAMP:
        e->timestamp = value->number;
        break;
    case KAFKA_RECORD_KEY:
        if (e->interest == KAFKA_CONTENT_INTEREST)
            kafka_show_key(r, tree, r->topic, value);
        e->key = *value;
        break;
    case KAFKA_RECORD_VALUE:
        if (e->interest == KAFKA_CONTENT_INTEREST)
            kafka_show_value(r, tree, r->topic, &e->key, value);
        break;
    case KAFKA_MESSAGE_SET:
        e->set = *value;
        break;
    default:
        break;
    }
}

/* The offset that the last whole message has in a message set. */
static int64_t
last_offset(const kafka_reader *r)
{
    int64_t last = 0;

    for (uint32_t at = 0; r->end - at >= OVERHEAD;) {
        uint32_t size = pntoh32(r->data + at + LENGTH_OFFSET);
        if (size > r->end - at - OVERHEAD)
            break;
        last = (int64_t)pntoh64(r->data + at);
        at += OVERHEAD + size;
    }
    return last;
}

/*
 * The first offset of a compressed set, for those inside count from there in format
 * 1 and the wrapper has the last one. A producer may leave it at 0.
 */
static int64_t
base_offset(const kafka_reader *inside, const entry *e)
{
    if (inside->version == 0 || e->offset == 0)
        return 0;
    return (int64_t)((uint64_t)e->offset - (uint64_t)last_offset(inside));
}

static void
show_set(kafka_reader *r, proto_tree *tree, unsigned codec, const entry *e)
{
    kafka_opened opened = kafka_open_compressed(r, tree, e->set.item, codec, e->set.offset, (uint32_t)e->set.length);

    if (!opened.tvb)
        return;

    kafka_reader inside = kafka_reader_inside(r, opened.tvb, 0, tvb_reported_length(opened.tvb), NULL, NULL);
    kafka_wrapper wrapper = { base_offset(&inside, e), e->timestamp, e->log_append_time };
    kafka_show_batches(&inside, opened.tree, e->interest, &wrapper);
}

static void
show_place(kafka_reader *r, proto_tree *tree, proto_item *item, const entry *e, const kafka_wrapper *wrapper)
{
    int64_t offset = (int64_t)((uint64_t)e->offset + (uint64_t)(wrapper ? wrapper->base_offset : 0));
    bool of_wrapper = wrapper && wrapper->log_append_time && r->version > 0;

    kafka_show_record_place(r, tree, offset, of_wrapper ? wrapper->timestamp : e->timestamp);
    if (is_visible(tree))
        proto_item_append_text(item, ": offset %" PRId64, offset);
}

void
kafka_show_message(const kafka_reader *outer, proto_tree *tree, kafka_interest interest, const kafka_wrapper *wrapper)
{
    const uint8_t *octets = outer->data + outer->offset;
    unsigned codec = octets[ATTRIBUTES_OFFSET] & CODEC_MASK;
    const kafka_message *message = codec == KAFKA_UNCOMPRESSED ? &kafka_message_set_entry : &kafka_message_set_wrapper;
    entry e = { .interest = interest, .timestamp = KAFKA_NO_TIMESTAMP };
    kafka_reader r = kafka_reader_inside(outer, outer->tvb, outer->offset, outer->end, note_role, &e);
    open_item open = kafka_open_struct(&r, tree, *message->hf, *message->ett);

    r.version = (int8_t)octets[KAFKA_MAGIC_OFFSET];
    r.flexible = false;
    r.listener_shows = KAFKA_MESSAGE_CRC;
    if (is_visible(tree))
        proto_item_append_text(open.item, " v%d", r.version);
    message->dissect(&r, open.tree);
    if (r.failure != KAFKA_FINE) {
        kafka_show_record_data(&r, open.tree, r.failure_offset, outer->end);
    } else if (left(&r) > 0) {
        kafka_add_note(open.tree, r.pinfo, r.tvb, r.offset, 0, KAFKA_BAD_RECORD_LENGTH,
                       "%u octets left behind the value of the message", left(&r));
        kafka_show_record_data(&r, open.tree, r.offset, outer->end);
    }
    r.offset = outer->offset;
    if (codec == KAFKA_UNCOMPRESSED)
        show_place(&r, open.tree, open.item, &e, wrapper);
    else if (wrapper)
        kafka_mark(open.item, r.pinfo, KAFKA_NESTED_COMPRESSION,
                   "Compressed with %s within a compressed message: not decompressed", kafka_codec_name(codec));
    else if (e.set.length > 0 && interest >= KAFKA_RECORD_INTEREST)
        show_set(&r, open.tree, codec, &e);
    r.offset = outer->end;
    kafka_close_item(&r, &open);
}

void
kafka_show_cut_message(const kafka_reader *outer, proto_tree *tree)
{
    entry e = { .interest = KAFKA_BATCH_INTEREST };
    kafka_reader r = kafka_reader_inside(outer, outer->tvb, outer->offset, outer->end, note_role, &e);
    open_item open = kafka_open_struct(&r, tree, *kafka_message_set_entry.hf, *kafka_message_set_entry.ett);

    r.version = (int8_t)r.data[r.offset + KAFKA_MAGIC_OFFSET];
    r.flexible = false;
    r.quiet = true;
    r.listener_shows = KAFKA_NO_ROLE;
    r.end = MIN(r.end, r.offset + (r.version == 0 ? KEY_OFFSET : KEY_OFFSET_WITH_TIMESTAMP));
    kafka_message_set_entry.dissect(&r, open.tree);
    kafka_show_record_data(&r, open.tree, r.failure_offset, outer->end);
    r.offset = outer->end;
    kafka_close_item(&r, &open);
}

static hf_register_info fields[] = {
    { &hf_crc_status,
      { "CRC status", "kafka.message.crc.status", FT_UINT8, BASE_NONE, VALS(proto_checksum_vals), 0,
        "Whether the CRC-32 of a message of format 0 or 1 is right", HFILL } },
};

void
kafka_register_message_set(int proto)
{
    static const kafka_role roles[] = {
        KAFKA_MESSAGE_OFFSET, KAFKA_MESSAGE_SIZE, KAFKA_MESSAGE_CRC, KAFKA_MESSAGE_MAGIC, KAFKA_MESSAGE_CODEC,
        KAFKA_MESSAGE_TIMESTAMP_TYPE, KAFKA_MESSAGE_TIMESTAMP,
    };

    kafka_adopt_fields(proto, fields, array_length(fields));
    hf_crc = kafka_field_of(&kafka_message_set_entry, "crc");
    kafka_interest_in_field(hf_crc_status, KAFKA_RECORD_INTEREST);
    kafka_interest_in_message(&kafka_message_set_entry, KAFKA_RECORD_INTEREST);
    kafka_interest_in_message(&kafka_message_set_wrapper, KAFKA_BATCH_INTEREST);
    for (unsigned i = 0; i < array_length(roles); i++)
        kafka_interest_in_role(roles[i], KAFKA_RECORD_INTEREST);
}
