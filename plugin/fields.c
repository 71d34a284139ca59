/* fields.c
 * The fields, subtrees and expert infos that no schema names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "fields.h"

#include "compat.h"
#include "content.h"
#include "embedded.h"
#include "format.h"
#include "guest.h"
#include "messages.h"
#include "offers.h"
#include "payload.h"
#include "records.h"
#include "sasl.h"
#include "snapshot.h"
#include "takeover.h"
#include "telemetry.h"
#include "topics.h"

int hf_kafka_length = -1;
int hf_kafka_compact_length = -1;
int hf_kafka_struct_marker = -1;
int hf_kafka_tagged_fields = -1;
int hf_kafka_tagged_fields_count = -1;
int hf_kafka_tag = -1;
int hf_kafka_tag_size = -1;
int hf_kafka_tag_data = -1;
int hf_kafka_size = -1;
int hf_kafka_undecoded = -1;
int hf_kafka_api_key = -1;
int hf_kafka_api_version = -1;
int hf_kafka_request_key = -1;
int hf_kafka_request_version = -1;
int hf_kafka_response_key = -1;
int hf_kafka_response_version = -1;
int hf_kafka_request_frame = -1;
int hf_kafka_response_frame = -1;
int hf_kafka_time = -1;
int hf_kafka_no_response = -1;
int hf_kafka_record_data = -1;

int ett_kafka = -1;
int ett_kafka_frame = -1;
int ett_kafka_array = -1;
int ett_kafka_records = -1;
int ett_kafka_tagged_fields = -1;
int ett_kafka_tagged_field = -1;

static const value_string struct_markers[] = {
    { (uint32_t)-1, "null" },
    { 0, "null" },                      /* of a tagged field */
    { 1, "present" },
    { 0, NULL },
};

static hf_register_info own_fields[] = {
    { &hf_kafka_length,
      { "length", "kafka.length", FT_INT32, BASE_DEC, NULL, 0,
        "Number of elements of an array or of octets of records, -1: null", HFILL } },
    { &hf_kafka_compact_length,
      { "length", "kafka.compact_length", FT_UINT32, BASE_CUSTOM, CF_FUNC(kafka_format_compact_length), 0,
        "One more than the number of elements of an array or of octets of records, 0: null", HFILL } },
    { &hf_kafka_struct_marker,
      { "marker", "kafka.struct_marker", FT_INT8, BASE_DEC, VALS(struct_markers), 0,
        "Tells whether a nullable struct follows", HFILL } },
    { &hf_kafka_tagged_fields,
      { "tagged_fields", "kafka.tagged_fields", FT_UINT32, BASE_DEC, NULL, 0,
        "Number of tagged fields at the end of a struct", HFILL } },
    { &hf_kafka_tagged_fields_count,
      { "count", "kafka.tagged_fields.count", FT_UINT32, BASE_DEC, NULL, 0, "Number of tagged fields that follow",
        HFILL } },
    { &hf_kafka_tag,
      { "tag", "kafka.tagged_field_tag", FT_UINT64, BASE_DEC, NULL, 0, "Number of a tagged field", HFILL } },
    { &hf_kafka_tag_size,
      { "size", "kafka.tagged_field_size", FT_UINT32, BASE_DEC, NULL, 0, "Octets of a tagged field's content",
        HFILL } },
    { &hf_kafka_tag_data,
      { "data", "kafka.tagged_field_data", FT_BYTES, BASE_NONE, NULL, 0,
        "Content of a tagged field that this version's schema does not know", HFILL } },
    { &hf_kafka_size,
      { "size", "kafka.len", FT_INT32, BASE_DEC, NULL, 0, "Octets of the message that follow", HFILL } },
    { &hf_kafka_undecoded,
      { "Undecoded", "kafka.undecoded", FT_BYTES, BASE_NONE, NULL, 0, "Part of a message that was not taken apart",
        HFILL } },
    { &hf_kafka_api_key,
      { "request_api_key", "kafka.api_key", FT_INT16, BASE_DEC | BASE_EXT_STRING, &kafka_api_values, 0,
        "API of the request that is answered", HFILL } },
    { &hf_kafka_api_version,
      { "request_api_version", "kafka.api_version", FT_INT16, BASE_DEC, NULL, 0,
        "Version in which the request was made", HFILL } },
    { &hf_kafka_request_key,
      { "API Key", "kafka.request_key", FT_INT16, BASE_DEC | BASE_EXT_STRING, &kafka_api_values, 0,
        "kafka.api_key, in requests alone", HFILL } },
    { &hf_kafka_request_version,
      { "API Version", "kafka.request.version", FT_INT16, BASE_DEC, NULL, 0, "kafka.api_version, in requests alone",
        HFILL } },
    { &hf_kafka_response_key,
      { "API Key", "kafka.response_key", FT_INT16, BASE_DEC | BASE_EXT_STRING, &kafka_api_values, 0,
        "kafka.api_key, in responses alone", HFILL } },
    { &hf_kafka_response_version,
      { "API Version", "kafka.response.version", FT_INT16, BASE_DEC, NULL, 0, "kafka.api_version, in responses alone",
        HFILL } },
    { &hf_kafka_request_frame,
      { "Request in frame", "kafka.request_frame", FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0,
        "Frame of the request that is answered", HFILL } },
    { &hf_kafka_response_frame,
      { "Response in frame", "kafka.response_frame", FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0,
        "Frame of the answer to this request", HFILL } },
    { &hf_kafka_time,
      { "Time from request", "kafka.time", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
        "Time between the request and its response", HFILL } },
    { &hf_kafka_no_response,
      { "No response expected", "kafka.no_response", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "The request asks for no response (acks 0)", HFILL } },
    { &hf_kafka_record_data,
      { "data", "kafka.records.data", FT_BYTES, BASE_NONE, NULL, 0,
        "Octets of a records field that were not taken apart", HFILL } },
};

static int *const own_trees[] = {
    &ett_kafka,
    &ett_kafka_frame,
    &ett_kafka_array,
    &ett_kafka_records,
    &ett_kafka_tagged_fields,
    &ett_kafka_tagged_field,
};

void
kafka_register_fields(int proto)
{
    kafka_adopt_fields(proto, own_fields, array_length(own_fields));
    kafka_adopt_fields(proto, kafka_alias_fields, kafka_alias_field_count);
    proto_register_subtree_array(own_trees, array_length(own_trees));
    kafka_register_offers(proto);
    kafka_register_sasl(proto);
    kafka_register_topics(proto);
    for (unsigned i = 0; i < kafka_message_count; i++) {
        kafka_adopt_fields(proto, kafka_messages[i]->fields, kafka_messages[i]->field_count);
        proto_register_subtree_array(kafka_messages[i]->trees, (int)kafka_messages[i]->tree_count);
    }
    kafka_register_records(proto);
    kafka_register_payload(proto);
    kafka_register_embedded();
    kafka_register_telemetry(proto);
    kafka_register_snapshot(proto);
    kafka_register_guest(proto);
    kafka_register_content(proto);
}
