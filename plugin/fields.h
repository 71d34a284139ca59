/* fields.h
 * The fields, subtrees and expert infos that no schema names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_FIELDS_H
#define KAFKA_FIELDS_H

#include <epan/packet.h>

/* Parts of types. */
extern int hf_kafka_length;
extern int hf_kafka_compact_length;
extern int hf_kafka_struct_marker;
extern int hf_kafka_tagged_fields;
extern int hf_kafka_tagged_fields_count;
extern int hf_kafka_tag;
extern int hf_kafka_tag_size;
extern int hf_kafka_tag_data;

/* A message as a whole. */
extern int hf_kafka_size;
extern int hf_kafka_undecoded;
extern int hf_kafka_api_key;            /* generated, in responses */
extern int hf_kafka_api_version;
extern int hf_kafka_request_key;        /* names of the built-in's, hidden */
extern int hf_kafka_request_version;
extern int hf_kafka_response_key;
extern int hf_kafka_response_version;
extern int hf_kafka_request_frame;
extern int hf_kafka_response_frame;
extern int hf_kafka_time;
extern int hf_kafka_no_response;

extern int hf_kafka_record_data;

extern int ett_kafka;
extern int ett_kafka_frame;
extern int ett_kafka_array;
extern int ett_kafka_records;
extern int ett_kafka_tagged_fields;
extern int ett_kafka_tagged_field;

/** Registers these, and those of all generated messages, under the protocol `proto`. */
void kafka_register_fields(int proto);

#endif
