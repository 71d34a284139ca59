/* telemetry.c
 * The metrics that clients push to brokers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "telemetry.h"

#include "codecs.h"
#include "guest.h"
#include "payload.h"
#include "records.h"
#include "takeover.h"

#define MEBI ((size_t)1 << 20)
#define RESOURCE_METRICS 0x0a           /* the tag of MetricsData's only field: number 1, with a length */
#define METRICS_DATA "message,opentelemetry.proto.metrics.v1.MetricsData"

static int hf_decompressed = -1;
static int ett_metrics = -1;

static hf_register_info telemetry_fields[] = {
    { &hf_decompressed,
      { "Decompressed metrics", "kafka.metrics.decompressed", FT_NONE, BASE_NONE, NULL, 0,
        "What the compressed octets make", HFILL } },
};

static int *const telemetry_trees[] = { &ett_metrics };

void
kafka_register_telemetry(int proto)
{
    kafka_adopt_fields(proto, telemetry_fields, array_length(telemetry_fields));
    proto_register_subtree_array(telemetry_trees, array_length(telemetry_trees));
}

/* Does it consist of elements of MetricsData's only field? */
static bool
is_metrics_data(tvbuff_t *tvb)
{
    uint32_t end = tvb_captured_length(tvb), offset = 0;

    while (offset < end) {
        uint64_t length;
        unsigned taken = tvb_get_varint(tvb, offset + 1, MIN(end - offset - 1, FT_VARINT_MAX_LEN), &length,
                                        ENC_VARINT_PROTOBUF);

        if (tvb_get_uint8(tvb, (int)offset) != RESOURCE_METRICS || taken == 0 || length > end - offset - 1 - taken)
            return false;
        offset += 1 + taken + (uint32_t)length;
    }
    return end > 0;
}

/* A data source with the decompressed metrics; NULL if they are something else. */
static tvbuff_t *
decompress(const kafka_payload *p, int64_t compression)
{
    const kafka_reader *r = &p->reader;
    kafka_decompressed made;

    if (compression < KAFKA_GZIP || compression > KAFKA_ZSTD)
        return NULL;

    kafka_codec_result result = kafka_decompress((kafka_codec)compression, r->data + r->offset,
                                                 r->end - r->offset, kafka_decompress_limit * MEBI, &made);
    if (result != KAFKA_DECOMPRESSED || made.length == 0) {
        g_free(made.data);
        return NULL;
    }

    tvbuff_t *tvb = tvb_new_child_real_data(r->tvb, made.data, (unsigned)made.length, (int)made.length);
    tvb_set_free_cb(tvb, g_free);
    return tvb;
}

void
kafka_show_metrics(kafka_reader *r, proto_tree *tree, const kafka_value *value, int64_t compression)
{
    kafka_payload p;

    if (!kafka_payload_open(&p, r, tree, value))
        return;

    bool is_plain = compression == KAFKA_UNCOMPRESSED;
    tvbuff_t *tvb = is_plain ? tvb_new_subset_length(r->tvb, (int)value->offset, value->length)
                             : decompress(&p, compression);
    if (!tvb || !is_metrics_data(tvb)) {
        kafka_payload_refuse(&p, "This is no MetricsData of OpenTelemetry");
        return;
    }
    kafka_payload_take_apart(&p);
    if (!is_plain) {
        add_new_data_source(r->pinfo, tvb, "Decompressed metrics");
        p.tree = proto_item_add_subtree(
            proto_tree_add_item(p.tree, hf_decompressed, tvb, 0, -1, ENC_NA), ett_metrics);
    }
    kafka_call_guest("protobuf", tvb, r->pinfo, p.tree, METRICS_DATA);
}
