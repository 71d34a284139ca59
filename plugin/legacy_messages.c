/* legacy_messages.c
 * Sets of messages of Kafka 0.7
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "legacy_messages.h"

#include <wsutil/pint.h>
#include <zlib.h>

#include "content.h"
#include "fields.h"
#include "messages.h"
#include "payload.h"
#include "record_parts.h"
#include "takeover.h"

#define LENGTH_SIZE 4                   /* octets of LENGTH */
#define MAGIC_END 5                     /* where MAGIC ends in a message */
#define COMPRESSION_OFFSET 5            /* in a message of magic 1 */
#define MAGIC_WITH_COMPRESSION 1
#define CHECKSUM_SIZE 4
#define NESTED_MOST 3                   /* so many messages may be compressed one in another */

static int hf_checksum = -1;
static int hf_checksum_status = -1;
static int hf_partial = -1;

static hf_register_info message_fields[] = {
    { &hf_checksum,
      { "CHECKSUM", "kafka.legacy.message.checksum", FT_UINT32, BASE_HEX, NULL, 0, "CRC-32 of the payload", HFILL } },
    { &hf_checksum_status,
      { "CHECKSUM status", "kafka.legacy.message.checksum.status", FT_UINT8, BASE_NONE, VALS(proto_checksum_vals), 0,
        "Is the payload's checksum right?", HFILL } },
    { &hf_partial,
      { "Partial MESSAGE", "kafka.legacy.message.partial", FT_BYTES, BASE_NONE, NULL, 0,
        "The beginning of a message: the broker cut it off at the size that was asked for", HFILL } },
};

/* A set of messages while it is shown. */
typedef struct {
    const kafka_legacy_origin *origin;
    int64_t offset;                     /* of the next message, or KAFKA_NO_OFFSET */
    unsigned depth;                     /* of messages compressed one in another */
} message_set;

/* The message of it that is shown now; the context of its reader. */
typedef struct {
    const message_set *set;
    uint32_t checksum_offset;
    unsigned codec;
} message;

static void show_set(kafka_reader *r, proto_tree *tree, message_set *set);

bool
kafka_legacy_limit(const kafka_reader *r, kafka_reader *part)
{
    if (left(r) < LENGTH_SIZE)
        return false;
    if (r->captured - r->offset < LENGTH_SIZE)
        tvb_ensure_bytes_exist(r->tvb, (int)r->offset, LENGTH_SIZE);

    uint32_t length = pntoh32(r->data + r->offset);
    if (length > left(r) - LENGTH_SIZE)
        return false;
    part->end = r->offset + LENGTH_SIZE + length;
    return true;
}

void
kafka_legacy_read_part(kafka_reader *r, proto_tree *tree, const kafka_message *part, int16_t version,
                       proto_item **item)
{
    uint32_t end = r->end;

    r->version = version;
    r->flexible = false;
    open_item open = kafka_open_struct(r, tree, *part->hf, *part->ett);
    part->dissect(r, open.tree);
    uint32_t read = r->failure == KAFKA_FINE ? r->offset : r->failure_offset;
    if (read < end && tree)
        proto_tree_add_item(open.tree, hf_kafka_undecoded, r->tvb, (int)read, (int)(end - read), ENC_NA);
    r->offset = end;
    kafka_close_item(r, &open);
    *item = open.item;
}

/* ------------------------------------------------------------------------------------------------------- messages */

static uint32_t
payload_checksum(const uint8_t *octets, unsigned length)
{
    return (uint32_t)crc32(0, octets, length);
}

static void
show_compressed(kafka_reader *r, proto_tree *tree, const message *m, const kafka_value *value)
{
    if (m->codec > KAFKA_SNAPPY) {
        kafka_mark(value->item, r->pinfo, KAFKA_BAD_COMPRESSION, "COMPRESSION %u is not known", m->codec);
        return;
    }
    if (m->set->depth == NESTED_MOST) {
        kafka_mark(value->item, r->pinfo, KAFKA_NESTED_COMPRESSION, "Messages compressed in one another too often");
        return;
    }

    kafka_opened opened = kafka_open_compressed(r, tree, value->item, m->codec, value->offset, (uint32_t)value->length);
    if (!opened.tvb)
        return;

    kafka_legacy_origin origin = { m->set->origin->topic, KAFKA_NO_OFFSET, opened.is_cut };
    message_set inner = { &origin, KAFKA_NO_OFFSET, m->set->depth + 1 };
    kafka_reader inside = kafka_reader_inside(r, opened.tvb, 0, tvb_reported_length(opened.tvb), NULL, NULL);
    show_set(&inside, opened.tree, &inner);
}

static void
note_message_role(kafka_reader *r, proto_tree *tree, kafka_role role, const kafka_value *value)
{
    message *m = (message *)r->context;

    switch (role) {
    case KAFKA_MESSAGE_CRC:
        m->checksum_offset = value->offset;
        kafka_show_checksum(r, tree, hf_checksum, hf_checksum_status, value->offset, payload_checksum);
        break;
    case KAFKA_MESSAGE_CODEC:
        m->codec = (uint8_t)value->number;
        break;
    case KAFKA_RECORD_VALUE:
        kafka_show_value(r, tree, m->set->origin->topic, NULL, value);
        break;
    case KAFKA_MESSAGE_SET:
        show_compressed(r, tree, m, value);
        break;
    default:
        break;
    }
}

/* What is known of it from its first octets. A LENGTH too small for what must follow is the reader's to complain of. */
static void
show_message(kafka_reader *r, proto_tree *tree, const message_set *set, unsigned index)
{
    const uint8_t *octets = r->data + r->offset;
    uint32_t size = r->end - r->offset, start = r->offset;
    int8_t magic = size >= MAGIC_END ? (int8_t)octets[LENGTH_SIZE] : 0;
    bool known = magic == 0 || magic == MAGIC_WITH_COMPRESSION;
    bool compressed = magic == MAGIC_WITH_COMPRESSION && size > COMPRESSION_OFFSET && octets[COMPRESSION_OFFSET] != 0;
    message m = { .set = set };
    proto_item *item;

    kafka_reader reader = *r;
    reader.listener = note_message_role;
    reader.context = &m;
    reader.listener_shows = KAFKA_MESSAGE_CRC;
    if (!known) {                       /* what is behind MAGIC may be anything */
        reader.quiet = true;
        reader.end = start + MAGIC_END;
    }
    kafka_legacy_read_part(&reader, tree, compressed ? &kafka_legacy_compressed_message : &kafka_legacy_message,
                           known ? magic : 0, &item);
    if (item) {
        proto_tree *below = proto_item_get_subtree(item);
        if (is_visible(tree))
            proto_item_append_text(item, set->offset == KAFKA_NO_OFFSET ? "[%u]" : "[%u]: offset %" PRId64, index,
                                   set->offset);
        if (!known) {
            proto_item_set_len(item, (int)size);
            kafka_add_note(below, r->pinfo, r->tvb, start + LENGTH_SIZE, 1, KAFKA_UNKNOWN_MAGIC,
                           "MAGIC %d is not known", magic);
            kafka_show_record_data(r, below, start + MAGIC_END, r->end);
        }
        if (set->offset != KAFKA_NO_OFFSET)
            kafka_show_record_place(r, below, set->offset, KAFKA_NO_TIMESTAMP);
    }
}

static void
show_last_part(kafka_reader *r, proto_tree *tree, const kafka_legacy_origin *origin)
{
    int32_t length = left(r) < LENGTH_SIZE ? 0 : (int32_t)pntoh32(r->data + r->offset);

    if (origin->may_be_cut && length >= 0) {
        proto_item *item = proto_tree_add_item(tree, hf_partial, r->tvb, (int)r->offset, (int)left(r), ENC_NA);
        kafka_mark(item, r->pinfo, KAFKA_PARTIAL_BATCH, "Partial message: its first %u octets", left(r));
        return;
    }
    if (left(r) < LENGTH_SIZE)
        kafka_add_note(tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_BAD_BATCH_LENGTH, "%u octets left for a message",
                       left(r));
    else
        kafka_add_note(tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_BAD_BATCH_LENGTH, "LENGTH %d, but %u octets left",
                       length, left(r) - LENGTH_SIZE);
    kafka_show_record_data(r, tree, r->offset, r->end);
}

static void
show_set(kafka_reader *r, proto_tree *tree, message_set *set)
{
    for (unsigned i = 0; left(r) > 0; i++) {
        kafka_reader one = *r;
        if (!kafka_legacy_limit(r, &one)) {
            show_last_part(r, tree, set->origin);
            return;
        }
        if (kafka_tree_is_full(tree)) {
            kafka_add_note(tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_TOO_MANY_ITEMS,
                           "The tree has no room for the messages that follow");
            kafka_show_record_data(r, tree, r->offset, r->end);
            return;
        }
        tvb_ensure_bytes_exist(r->tvb, (int)r->offset, (int)(one.end - r->offset));
        show_message(&one, tree, set, i);
        if (set->offset != KAFKA_NO_OFFSET)
            set->offset = (int64_t)((uint64_t)set->offset + (one.end - r->offset));
        r->offset = one.end;
    }
}

void
kafka_legacy_show_messages(kafka_reader *r, proto_tree *tree, const kafka_value *value,
                           const kafka_legacy_origin *origin)
{
    kafka_payload payload;
    message_set set = { origin, origin->offset, 0 };

    if (kafka_interest_of(tree) == KAFKA_NO_INTEREST || !kafka_payload_open(&payload, r, tree, value))
        return;
    kafka_payload_take_apart(&payload);
    show_set(&payload.reader, payload.tree, &set);
}

bool
kafka_legacy_are_messages(const uint8_t *data, uint32_t length, unsigned *count)
{
    for (uint32_t at = 0; at < length; (*count)++) {
        if (length - at < LENGTH_SIZE)
            return true;                /* the last one is cut within its LENGTH */

        uint32_t size = pntoh32(data + at);
        if (size > INT32_MAX)
            return false;
        if (size > length - at - LENGTH_SIZE)
            return true;

        const uint8_t *octets = data + at + LENGTH_SIZE;
        uint32_t header = 1 + CHECKSUM_SIZE;
        if (size > 0 && octets[0] == MAGIC_WITH_COMPRESSION)
            header++;
        if (size < header || octets[0] > MAGIC_WITH_COMPRESSION ||
            pntoh32(octets + header - CHECKSUM_SIZE) != payload_checksum(octets + header, size - header))
            return false;
        at += LENGTH_SIZE + size;
    }
    return true;
}

void
kafka_legacy_register_messages(int proto)
{
    kafka_adopt_fields(proto, message_fields, array_length(message_fields));
    kafka_interest_in_message(&kafka_legacy_message, KAFKA_RECORD_INTEREST);
    kafka_interest_in_message(&kafka_legacy_compressed_message, KAFKA_RECORD_INTEREST);
    kafka_interest_in_field(hf_checksum_status, KAFKA_RECORD_INTEREST);
    kafka_interest_in_field(hf_partial, KAFKA_RECORD_INTEREST);
}
