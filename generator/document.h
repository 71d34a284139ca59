/* document.h
 * A JSON file that knows the line of each of its members
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_DOCUMENT_H
#define KAFKA_GEN_DOCUMENT_H

#include "diag.h"

#include <json-glib/json-glib.h>
#include <stdbool.h>

typedef struct document document;

/**
 * Reads strict JSON, but for comments. `file` is what errors call it; it must live as long as `d`
 * (diag_file). Bad UTF-8, bad JSON, nesting without end and a root that is not an object are errors and give NULL.
 * A key that stands twice in an object is an error too, but the rest of the file can be looked at.
 */
document *document_read(diag *d, const char *file, const char *text, gsize length);

/** The same, but a key may stand twice if it says the same both times: Kafka 3.9's DescribeTopicPartitions has such. */
document *document_read_with_repeats(diag *d, const char *file, const char *text, gsize length);
void document_free(document *doc);

/** Borrowed, as all that is in it. */
JsonObject *document_root(const document *doc);

/** Where an object starts, or, with its name, one of its members. */
place document_place(const document *doc, JsonObject *object, const char *member);

/** "a string", "a number", …: what a node is, for errors. */
const char *document_kind(JsonNode *node);

#endif
