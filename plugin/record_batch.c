/* record_batch.c
 * Batches of records: message format 2
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "record_batch.h"

#include <wsutil/crc32.h>

#include "aliases.h"
#include "content.h"
#include "control_records.h"
#include "format.h"
#include "messages.h"
#include "takeover.h"
#include "text.h"

#define SMALLEST_RECORD 6               /* a record's length at least: an octet for each field */
#define MOST_RECORDS_OF_CUT 1000        /* so many are shown of a batch that is too large to be decompressed whole */
#define MOST_FAULTS 20                  /* after so many records that can't be read, no more are tried */

static int hf_crc = -1;                 /* of the schema */
static int hf_record_length = -1;       /* of the schema */
static int hf_crc_status = -1;
static int hf_compressed = -1;

/* What is known of a batch while it is read; the context of its readers. */
typedef struct {
    kafka_interest interest;
    int64_t base_offset;
    int64_t base_timestamp;
    int64_t max_timestamp;
    int32_t last_offset_delta;
    int32_t records_count;
    unsigned codec;
    bool log_append_time;               /* max_timestamp is the time of all records */
    bool is_control;
    bool is_cut;                        /* the records were not decompressed to their end */
    unsigned faults;                    /* so many records were not read to their end */
    /* The record that is being read. */
    int64_t timestamp_delta;
    int32_t offset_delta;
    bool has_offset;
    proto_item *offset_item;            /* shows offset_delta */
    kafka_value key;
    int32_t control_type;
} batch;

static uint32_t
crc32c(const uint8_t *octets, unsigned length)
{
    return ~crc32c_calculate_no_swap(octets, (int)length, UINT32_MAX);
}

static void
note_role(kafka_reader *r, proto_tree *tree, kafka_role role, const kafka_value *value)
{
    batch *b = (batch *)r->context;

    switch (role) {
    case KAFKA_BATCH_BASE_OFFSET:
        b->base_offset = value->number;
        break;
    case KAFKA_BATCH_CRC:
        if (r->listener_shows == KAFKA_BATCH_CRC)
            kafka_show_checksum(r, tree, hf_crc, hf_crc_status, value->offset, crc32c);
        break;
    case KAFKA_BATCH_CODEC:
        b->codec = (unsigned)value->number;
        break;
    case KAFKA_BATCH_TIMESTAMP_TYPE:
        b->log_append_time = value->number != 0;
        break;
    case KAFKA_BATCH_CONTROL:
        b->is_control = value->number != 0;
        break;
    case KAFKA_BATCH_LAST_OFFSET_DELTA:
        b->last_offset_delta = (int32_t)value->number;
        break;
    case KAFKA_BATCH_BASE_TIMESTAMP:
        b->base_timestamp = value->number;
        break;
    case KAFKA_BATCH_MAX_TIMESTAMP:
        b->max_timestamp = value->number;
        break;
    case KAFKA_BATCH_RECORDS_COUNT:
        b->records_count = (int32_t)value->number;
        break;
    case KAFKA_RECORD_TIMESTAMP_DELTA:
        b->timestamp_delta = value->number;
        break;
    case KAFKA_RECORD_OFFSET_DELTA:
        b->offset_delta = (int32_t)value->number;
        b->has_offset = true;
        b->offset_item = value->item;
        break;
    case KAFKA_RECORD_KEY:
        if (b->is_control)
            b->control_type = kafka_show_control_key(r, tree, value);
        else if (b->interest == KAFKA_CONTENT_INTEREST)
            kafka_show_key(r, tree, r->topic, value);
        b->key = *value;
        break;
    case KAFKA_RECORD_VALUE:
        if (b->is_control)
            kafka_show_control_value(r, tree, b->control_type, value);
        else if (b->interest == KAFKA_CONTENT_INTEREST)
            kafka_show_value(r, tree, r->topic, &b->key, value);
        break;
    case KAFKA_RECORD_HEADER_VALUE:
        kafka_show_text(value->item, r, value);
        break;
    default:
        break;
    }
}

/* ---------------------------------------------------------------------------------------------------------- records */

/* A number that is not on the wire, under the name that a role has across messages. */
static void
show_as(kafka_reader *r, proto_tree *tree, kafka_role role, int64_t number)
{
    kafka_role_alias(tree, role, r->tvb, &(kafka_value){ r->offset, 0, number, NULL });
}

/* Of the record that is being read. Sums may wrap if the deltas are nonsense. */
static int64_t
offset_of(const batch *b)
{
    return (int64_t)((uint64_t)b->base_offset + (uint64_t)(int64_t)b->offset_delta);
}

static int64_t
timestamp_of(const batch *b)
{
    return b->log_append_time ? b->max_timestamp
                              : (int64_t)((uint64_t)b->base_timestamp + (uint64_t)b->timestamp_delta);
}

/* Where and when. */
static void
show_place(kafka_reader *r, proto_tree *tree, const batch *b)
{
    int64_t offset = offset_of(b), timestamp = timestamp_of(b);

    kafka_show_record_place(r, tree, offset, timestamp);
    show_as(r, tree, KAFKA_OFFSET, offset);
    if (timestamp != KAFKA_NO_TIMESTAMP)
        show_as(r, tree, KAFKA_MESSAGE_TIMESTAMP, timestamp);
    if (b->offset_delta < 0 || b->offset_delta > b->last_offset_delta)
        kafka_mark(b->offset_item, r->pinfo, KAFKA_BAD_OFFSET_DELTA,
                   "Offset delta %d in a batch whose last one is %d", b->offset_delta, b->last_offset_delta);
}

/* The fields of a record that fills what the reader has. */
static void
show_fields(kafka_reader *r, proto_tree *tree, batch *b)
{
    uint32_t start = r->offset, end = r->end;

    b->has_offset = false;
    kafka_batch_record.dissect(r, tree);
    if (r->failure != KAFKA_FINE) {
        kafka_show_record_data(r, tree, r->failure_offset, end);
        b->faults++;
    } else if (left(r) > 0) {
        kafka_add_note(tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_BAD_RECORD_LENGTH,
                       "%u octets left behind the last field of the record", left(r));
        kafka_show_record_data(r, tree, r->offset, end);
        b->faults++;
    }
    r->failure = KAFKA_FINE;
    if (b->has_offset) {
        r->offset = start;
        show_place(r, tree, b);
    }
    r->offset = end;
}

static void
show_label(proto_item *item, const batch *b, int32_t number)
{
    char label[KAFKA_ELEMENT_TEXT + sizeof ": offset " + KAFKA_TIME_TEXT];
    char *end = kafka_put_element(label, kafka_name_of(*kafka_batch_record.hf), number);

    if (b->has_offset)
        kafka_put_number(g_stpcpy(end, ": offset "), offset_of(b));
    kafka_set_label(item, label);
}

/* The record that begins where the reader stands; false if nobody knows where the next one begins. */
static bool
show_record(kafka_reader *r, proto_tree *tree, batch *b, int32_t number)
{
    uint32_t start = r->offset, end = r->end, raw, prefix;

    r->quiet = b->is_cut;
    bool has_length = peek_uvarint(r, tree, hf_record_length, &raw, &prefix);
    r->quiet = false;
    if (!has_length)
        return false;

    int32_t length = zigzag(raw);
    if (length < SMALLEST_RECORD || (uint32_t)length > left(r) - prefix) {
        if (!b->is_cut || length < SMALLEST_RECORD)
            kafka_add_note(tree, r->pinfo, r->tvb, start, 0, KAFKA_BAD_RECORD_LENGTH,
                           "Length %d of record %d of %d, but %u octets left", length, number, b->records_count,
                           left(r) - prefix);
        return false;
    }

    r->end = start + prefix + (uint32_t)length;
    open_item open = { .start = start, .tree = tree };
    if (is_wanted(tree, *kafka_batch_record.hf))
        open = kafka_open_struct(r, tree, *kafka_batch_record.hf, *kafka_batch_record.ett);
    show_fields(r, open.tree, b);
    kafka_close_item(r, &open);
    if (is_visible(tree))
        show_label(open.item, b, number);
    r->end = end;
    return b->faults < MOST_FAULTS;
}

static void
show_records(kafka_reader *r, proto_tree *tree, batch *b)
{
    int32_t number = 0;
    uint32_t end = r->end;
    bool goes_on = true;

    for (; goes_on && number < b->records_count && left(r) > 0; number += goes_on) {
        if (kafka_tree_is_crowded(tree) || (b->is_cut && number == MOST_RECORDS_OF_CUT)) {
            kafka_add_note(tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_TOO_MANY_ITEMS,
                           "There is no room for the records from %d of %d on", number, b->records_count);
            goes_on = false;
            break;
        }
        goes_on = show_record(r, tree, b, number);
    }
    if (goes_on && r->offset < end)
        kafka_add_note(tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_BAD_RECORDS_COUNT,
                       "%u octets left behind the batch's %d records", end - r->offset, b->records_count);
    else if (goes_on && number != b->records_count && !b->is_cut)
        kafka_add_note(tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_BAD_RECORDS_COUNT,
                       "%d records in a batch that says it has %d", number, b->records_count);
    kafka_show_record_data(r, tree, r->offset, end);
}

static void
show_compressed_records(kafka_reader *r, proto_tree *tree, batch *b)
{
    uint32_t start = r->offset, length = left(r);
    proto_item *item = proto_tree_add_item(tree, hf_compressed, r->tvb, (int)start, (int)length, ENC_NA);

    if (b->interest < KAFKA_RECORD_INTEREST)
        return;

    kafka_opened opened = kafka_open_compressed(r, tree, item, b->codec, start, length);
    if (!opened.tvb)
        return;
    b->is_cut = opened.is_cut;
    kafka_reader inside = kafka_reader_inside(r, opened.tvb, 0, tvb_reported_length(opened.tvb), note_role, b);
    show_records(&inside, opened.tree, b);
}

/* ---------------------------------------------------------------------------------------------------------- batches */

static void
show_summary(proto_item *item, const batch *b)
{
    bool is_compressed = b->codec != KAFKA_UNCOMPRESSED;

    proto_item_set_text(item, "%s v%d: offset %" PRId64 ", %d record%s%s%s%s", kafka_name_of(*kafka_record_batch.hf),
                        KAFKA_BATCH_FORMAT, b->base_offset, b->records_count, b->records_count == 1 ? "" : "s",
                        is_compressed ? ", " : "", is_compressed ? kafka_codec_name(b->codec) : "",
                        b->is_control ? ", control" : "");
}

static void
show_batch(const kafka_reader *outer, proto_tree *tree, kafka_interest interest, bool is_whole)
{
    batch b = { .interest = interest };
    kafka_reader r = kafka_reader_inside(outer, outer->tvb, outer->offset, outer->end, note_role, &b);
    open_item open = kafka_open_struct(&r, tree, *kafka_record_batch.hf, *kafka_record_batch.ett);

    r.version = KAFKA_BATCH_FORMAT;
    r.flexible = false;
    r.quiet = !is_whole;
    r.listener_shows = is_whole ? KAFKA_BATCH_CRC : KAFKA_NO_ROLE;
    kafka_record_batch.dissect(&r, open.tree);
    if (is_visible(tree) && is_whole)
        show_summary(open.item, &b);
    if (!is_whole)
        kafka_show_record_data(&r, open.tree, r.offset, outer->end);
    else if (b.codec != KAFKA_UNCOMPRESSED && left(&r) > 0)
        show_compressed_records(&r, open.tree, &b);
    else if (interest >= KAFKA_RECORD_INTEREST)
        show_records(&r, open.tree, &b);
    r.offset = outer->end;
    kafka_close_item(&r, &open);
}

void
kafka_show_record_batch(const kafka_reader *outer, proto_tree *tree, kafka_interest interest)
{
    show_batch(outer, tree, interest, true);
}

void
kafka_show_cut_batch(const kafka_reader *outer, proto_tree *tree)
{
    show_batch(outer, tree, KAFKA_BATCH_INTEREST, false);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static hf_register_info fields[] = {
    { &hf_crc_status,
      { "CRC status", "kafka.record_batch.crc.status", FT_UINT8, BASE_NONE, VALS(proto_checksum_vals), 0,
        "Whether the batch's CRC-32C is right", HFILL } },
    { &hf_compressed,
      { "compressed records", "kafka.record_batch.compressed", FT_BYTES, BASE_NONE, NULL, 0,
        "The batch's records as they are on the wire", HFILL } },
};

void
kafka_register_record_batch(int proto)
{
    static const kafka_role batch_roles[] = {
        KAFKA_BATCH_BASE_OFFSET, KAFKA_BATCH_LENGTH, KAFKA_LEADER_EPOCH, KAFKA_BATCH_MAGIC, KAFKA_BATCH_CRC,
        KAFKA_BATCH_CODEC, KAFKA_BATCH_TIMESTAMP_TYPE, KAFKA_BATCH_TRANSACTIONAL, KAFKA_BATCH_CONTROL,
        KAFKA_BATCH_LAST_OFFSET_DELTA, KAFKA_BATCH_BASE_TIMESTAMP, KAFKA_BATCH_MAX_TIMESTAMP, KAFKA_PRODUCER_ID,
        KAFKA_PRODUCER_EPOCH, KAFKA_BATCH_BASE_SEQUENCE, KAFKA_BATCH_RECORDS_COUNT,
    };
    static const kafka_role record_roles[] = {
        KAFKA_RECORD_ATTRIBUTES, KAFKA_RECORD_KEY, KAFKA_RECORD_VALUE, KAFKA_RECORD_HEADER_KEY,
        KAFKA_RECORD_HEADER_VALUE, KAFKA_OFFSET, KAFKA_MESSAGE_TIMESTAMP,
    };

    kafka_adopt_fields(proto, fields, array_length(fields));
    hf_crc = kafka_field_of(&kafka_record_batch, "crc");
    hf_record_length = kafka_field_of(&kafka_batch_record, "length");
    kafka_interest_in_field(hf_crc_status, KAFKA_BATCH_INTEREST);
    kafka_interest_in_field(hf_compressed, KAFKA_BATCH_INTEREST);
    kafka_interest_in_message(&kafka_record_batch, KAFKA_BATCH_INTEREST);
    kafka_interest_in_message(&kafka_batch_record, KAFKA_RECORD_INTEREST);
    for (unsigned i = 0; i < array_length(batch_roles); i++)
        kafka_interest_in_role(batch_roles[i], KAFKA_BATCH_INTEREST);
    for (unsigned i = 0; i < array_length(record_roles); i++)
        kafka_interest_in_role(record_roles[i], KAFKA_RECORD_INTEREST);
    kafka_register_control_records();
}
