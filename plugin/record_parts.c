/* record_parts.c
 * What the message formats have in common: place, checksum, compression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "record_parts.h"

#include <epan/proto_data.h>

#include "fields.h"
#include "format.h"
#include "messages.h"
#include "protocol.h"
#include "records.h"
#include "takeover.h"

#define BUDGET_KEY UINT32_C(0xfffffffe) /* of what a packet has decompressed already, among its data of ours */
#define LIMITS_OF_A_PACKET 8            /* so many times the limit of a batch */
#define MEBI ((size_t)1 << 20)
#define LARGE_DATA (1u << 20)           /* an item of bytes has a copy of them */

static int hf_record_offset = -1;
static int hf_record_timestamp = -1;
static int hf_decompressed = -1;
static int hf_large_data = -1;
static int hf_reduction = -1;

static int ett_decompressed = -1;

kafka_reader
kafka_reader_inside(const kafka_reader *outer, tvbuff_t *tvb, uint32_t offset, uint32_t end, kafka_listener listener,
                    void *context)
{
    kafka_reader r = *outer;

    if (tvb != outer->tvb) {
        r.tvb = tvb;
        r.captured = tvb_captured_length(tvb);
        r.data = r.captured ? tvb_get_ptr(tvb, 0, (int)r.captured) : NULL;
    }
    r.offset = offset;
    r.end = end;
    r.failure = KAFKA_FINE;
    r.listener = listener;
    r.heard = NULL;
    r.context = context;
    return r;
}

void
kafka_show_record_data(kafka_reader *r, proto_tree *tree, uint32_t offset, uint32_t end)
{
    if (offset < end)
        proto_tree_add_item(tree, end - offset > LARGE_DATA ? hf_large_data : hf_kafka_record_data, r->tvb, (int)offset,
                            (int)(end - offset), ENC_NA);
}

void
kafka_show_record_place(kafka_reader *r, proto_tree *tree, int64_t offset, int64_t timestamp)
{
    if (is_wanted(tree, hf_record_offset))
        proto_item_set_generated(proto_tree_add_int64(tree, hf_record_offset, r->tvb, (int)r->offset, 0, offset));
    if (timestamp != KAFKA_NO_TIMESTAMP && is_wanted(tree, hf_record_timestamp)) {
        int64_t seconds = timestamp / 1000, ms = timestamp % 1000;
        nstime_t time = { (time_t)(ms < 0 ? seconds - 1 : seconds), (int)(ms < 0 ? ms + 1000 : ms) * 1000000 };
        proto_item *item = proto_tree_add_time(tree, hf_record_timestamp, r->tvb, (int)r->offset, 0, &time);
        proto_item_set_generated(item);
        if (is_visible(tree)) {
            char label[KAFKA_NAME_TEXT + sizeof ": " + KAFKA_TIME_TEXT];
            kafka_put_time(g_stpcpy(kafka_put_name(label, kafka_name_of(hf_record_timestamp)), ": "), timestamp);
            kafka_set_label(item, label);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------- checksums */

void
kafka_show_checksum(kafka_reader *r, proto_tree *tree, int hf, int hf_status, uint32_t offset, kafka_checksum checksum)
{
    uint32_t behind = offset + (uint32_t)sizeof(uint32_t), computed = 0;
    bool computes = kafka_check_crc &&
                    (is_visible(tree) || proto_field_is_referenced(tree, hf_status) || kafka_notes_matter());

    if (computes)
        computed = checksum(r->data + behind, r->end - behind);
    proto_tree_add_checksum(tree, r->tvb, offset, hf, hf_status, kafka_expert(KAFKA_BAD_CRC), r->pinfo, computed,
                            ENC_BIG_ENDIAN, computes ? PROTO_CHECKSUM_VERIFY : PROTO_CHECKSUM_NO_FLAGS);
}

/* ----------------------------------------------------------------------------------------------------- compression */

const char *
kafka_codec_name(unsigned codec)
{
    return val_to_str_ext_const(codec, &kafka_compression_type_values, "unknown codec");
}

/* How many octets the packet has decompressed already. */
static size_t *
budget_of(packet_info *pinfo)
{
    size_t *used = (size_t *)p_get_proto_data(pinfo->pool, pinfo, proto_kafka, BUDGET_KEY);

    if (!used) {
        used = wmem_new0(pinfo->pool, size_t);
        p_add_proto_data(pinfo->pool, pinfo, proto_kafka, BUDGET_KEY, used);
    }
    return used;
}

static void
complain(kafka_reader *r, proto_item *item, unsigned codec, kafka_codec_result result, size_t made)
{
    switch (result) {
    case KAFKA_DECOMPRESSED:
        if (made == 0)
            kafka_mark(item, r->pinfo, KAFKA_EMPTY_COMPRESSION, "%s of nothing", kafka_codec_name(codec));
        break;
    case KAFKA_CORRUPT:
        kafka_mark(item, r->pinfo, KAFKA_BAD_COMPRESSION,
                   "These octets are not %s, or not all of it: %zu octets came out", kafka_codec_name(codec), made);
        break;
    case KAFKA_TOO_LARGE:
        kafka_mark(item, r->pinfo, KAFKA_DECOMPRESSION_LIMIT,
                   "%s makes more octets of these than the %u MiB that the preference allows for a batch, "
                   "or %u times that for a packet: %zu are shown",
                   kafka_codec_name(codec), kafka_decompress_limit, LIMITS_OF_A_PACKET, made);
        break;
    case KAFKA_UNKNOWN_CODEC:
        kafka_mark(item, r->pinfo, KAFKA_BAD_COMPRESSION, "Codec %u is not known", codec);
        break;
    }
}

kafka_opened
kafka_open_compressed(kafka_reader *r, proto_tree *tree, proto_item *item, unsigned codec, uint32_t offset,
                      uint32_t length)
{
    kafka_opened opened = { .tree = tree };
    kafka_decompressed made;

    if (!kafka_decompress_records)
        return opened;

    size_t *used = budget_of(r->pinfo), limit = kafka_decompress_limit * MEBI;
    kafka_codec_result result = kafka_decompress((kafka_codec)codec, r->data + offset, length,
                                                 MIN(limit, LIMITS_OF_A_PACKET * limit - *used), &made);
    *used += made.length;
    complain(r, item, codec, result, made.length);
    opened.is_cut = result != KAFKA_DECOMPRESSED;
    if (made.length == 0)
        return opened;

    opened.tvb = tvb_new_child_real_data(r->tvb, made.data, (unsigned)made.length, (int)made.length);
    tvb_set_free_cb(opened.tvb, g_free);
    add_new_data_source(r->pinfo, opened.tvb, "Decompressed records");
    proto_item_set_generated(proto_tree_add_float(tree, hf_reduction, r->tvb, (int)offset, 0,
                                                  (float)length / (float)made.length));
    item = proto_tree_add_item(tree, hf_decompressed, opened.tvb, 0, (int)made.length, ENC_NA);
    if (is_visible(tree))
        proto_item_set_text(item, "Decompressed records: %zu octets, %s", made.length, kafka_codec_name(codec));
    opened.tree = proto_item_add_subtree(item, ett_decompressed);
    return opened;
}

/* ------------------------------------------------------------------------------------------------------------------ */

int
kafka_field_of(const kafka_message *message, const char *name)
{
    for (unsigned i = 0; i < message->field_count; i++)
        if (strcmp(message->fields[i].hfinfo.name, name) == 0)
            return *message->fields[i].p_id;
    g_assert_not_reached();
}

static hf_register_info fields[] = {
    { &hf_record_offset,
      { "offset", "kafka.record.offset", FT_INT64, BASE_DEC, NULL, 0,
        "Offset of the record in its partition", HFILL } },
    { &hf_record_timestamp,
      { "timestamp", "kafka.record.timestamp", FT_ABSOLUTE_TIME, ABSOLUTE_TIME_UTC, NULL, 0,
        "Time of the record: when it was made, or when it was appended to the log", HFILL } },
    { &hf_decompressed,
      { "Decompressed records", "kafka.records.decompressed", FT_NONE, BASE_NONE, NULL, 0,
        "What the compressed octets make", HFILL } },
    { &hf_reduction,
      { "compressed to", "kafka.message_compression_reduction", FT_FLOAT, BASE_NONE, NULL, 0,
        "Compressed octets for each that they make", HFILL } },
    { &hf_large_data,
      { "much data", "kafka.records.much_data", FT_NONE, BASE_NONE, NULL, 0,
        "More than a MiB of a records field that was not taken apart", HFILL } },
};

static int *const trees[] = { &ett_decompressed };

void
kafka_register_record_parts(int proto)
{
    kafka_adopt_fields(proto, fields, array_length(fields));
    proto_register_subtree_array(trees, array_length(trees));
    for (unsigned i = 0; i < array_length(fields); i++)
        kafka_interest_in_field(*fields[i].p_id, KAFKA_RECORD_INTEREST);
}
