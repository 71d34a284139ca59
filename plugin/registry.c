/* registry.c
 * What serializers that use a schema registry put before a key or a value
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "registry.h"

#include "compat.h"
#include "reader_parts.h"
#include "takeover.h"

#define MAGIC 0
#define MAGIC_AND_ID 5                  /* octets */

static int hf_magic = -1;
static int hf_schema_id = -1;
static int hf_index_count = -1;
static int hf_index = -1;

static hf_register_info registry_fields[] = {
    { &hf_magic,
      { "magic", "kafka.registry.magic", FT_INT8, BASE_DEC, NULL, 0, "Form of a schema registry's header", HFILL } },
    { &hf_schema_id,
      { "schemaId", "kafka.registry.schema_id", FT_INT32, BASE_DEC, NULL, 0,
        "Number of the schema in the registry", HFILL } },
    { &hf_index_count,
      { "messageIndexes", "kafka.registry.message_index.count", FT_INT32, BASE_DEC, NULL, 0,
        "How many indexes lead to the message's type in its schema; 0: it is the first type", HFILL } },
    { &hf_index,
      { "messageIndex", "kafka.registry.message_index", FT_INT32, BASE_DEC, NULL, 0,
        "Place of a type among those of the schema or of the type around it", HFILL } },
};

void
kafka_register_registry(int proto)
{
    kafka_adopt_fields(proto, registry_fields, array_length(registry_fields));
}

void
kafka_show_registry_header(kafka_reader *r, proto_tree *tree, kafka_registry_header header)
{
    uint32_t count, length;

    if (header == KAFKA_NO_REGISTRY_HEADER)
        return;
    kafka_int8(r, tree, hf_magic, KAFKA_NO_ROLE);
    kafka_int32(r, tree, hf_schema_id, KAFKA_NO_ROLE);
    if (header == KAFKA_SCHEMA_ID || !peek_uvarint(r, tree, hf_index_count, &count, &length))
        return;

    int32_t indexes = zigzag(count);
    if (indexes < 0 || (uint32_t)indexes > left(r)) {
        kafka_fail(r, KAFKA_BAD_ARRAY_LENGTH);
        return;
    }
    kafka_varint(r, tree, hf_index_count, KAFKA_NO_ROLE);
    while (indexes-- > 0 && r->failure == KAFKA_FINE)
        kafka_varint(r, kafka_tree_is_full(tree) ? NULL : tree, hf_index, KAFKA_NO_ROLE);
}

bool
kafka_has_registry_header(const kafka_reader *r, kafka_registry_header header)
{
    kafka_reader trial = *r;

    if (header == KAFKA_NO_REGISTRY_HEADER)
        return true;
    if (left(r) < MAGIC_AND_ID || r->data[r->offset] != MAGIC)
        return false;
    trial.quiet = true;
    trial.listener = NULL;
    kafka_show_registry_header(&trial, NULL, header);
    return trial.failure == KAFKA_FINE;
}
