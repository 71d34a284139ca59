/* registry.h
 * What serializers that use a schema registry put before a key or a value
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_REGISTRY_H
#define KAFKA_REGISTRY_H

#include "reader.h"

/*
 * The wire format of Confluent's serializers, which other registries took over:
 * an octet 0, the schema's id as an int32, and for protobuf the way to the
 * message's type within the schema: a number of indexes and the indexes, zig-zag
 * varints; a single 0 stands for the first type.
 */
typedef enum {
    KAFKA_NO_REGISTRY_HEADER,
    KAFKA_SCHEMA_ID,                    /* Avro, JSON Schema */
    KAFKA_SCHEMA_ID_AND_INDEXES         /* protobuf */
} kafka_registry_header;

/** Does what the reader has to read begin with such a header? It always begins with none. */
bool kafka_has_registry_header(const kafka_reader *r, kafka_registry_header header);

/** Shows it and moves behind it. It must be there. */
void kafka_show_registry_header(kafka_reader *r, proto_tree *tree, kafka_registry_header header);

/** Registers the fields of this. */
void kafka_register_registry(int proto);

#endif
