/* emit_parts.h
 * What the rooms of emit share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_EMIT_PARTS_H
#define KAFKA_GEN_EMIT_PARTS_H

#include "emit.h"

/** A message or one of its structs, as what becomes one function. */
typedef struct {
    const message *message;
    const structure *structure;         /* NULL: the message itself */
    const char *name;
    const char *c_name;
    const GPtrArray *fields;
    versions present;                   /* in these versions the function is called */
} part;

part part_of_message(const message *m);
part part_of_structure(const message *m, const structure *s);

/** The structs that are in some version, then the message itself; of part*, for the caller to unref. */
GPtrArray *message_parts(const message *m);

/** Does the field have an item of the tree in some version of `p`? The first of fields that share a name has it. */
bool field_has_item(const part *p, const field *f);
/** Is it an array whose elements have an item too? */
bool field_has_elements(const field *f);

/** The first lines of a C file. `source` is what it was made from: "schemas/rpc/FetchRequest.json". */
void emit_head(writer *w, const char *source);

/** The function of a message or struct, that of its tagged fields, and a struct's constant. */
void emit_part(writer *w, const part *p);

/** Declarations of hf_ and ett_ variables. */
void emit_variables(writer *w, const message *m);
/** Their arrays, for registration. */
void emit_registration(writer *w, const message *m, const names *n);

/** The constants that tell the reader what the bits of a message's fields are. */
void emit_bits(writer *w, const message *m);

/** The items of a field's bits, for registration. */
void emit_bit_items(writer *w, const field *f);

/** What an item shows: `{ "label", "filter", FT_X, BASE_X, strings, mask, "blurb", HFILL }` in its braces. */
void emit_item(writer *w, const char *c_name, const char *label, const char *filter, const char *type,
               const char *base, const char *strings, guint32 mask, const char *blurb);

/** Calls `each` for all fields of a message that have an item, part by part; the message's own come last. */
typedef void (*each_field)(writer *w, const field *f, const names *n);
void for_each_field(writer *w, const message *m, const names *n, each_field each);

/** How numbers with this "format" are shown. */
typedef struct {
    const char *base;                   /* BASE_DEC */
    char *strings;                      /* VALS(kafka_error_values), for the caller to free */
} display;

display display_of(const names *n, const char *format);

/** "topic_name" is KAFKA_TOPIC_NAME; for the caller to free. */
char *role_constant(const char *role_name);

/** roles.h, roles.c */
void emit_roles(const names *n, output *o);
/** contents.c */
void emit_content(const model *m, output *o);
/** messages.h, index.c, values.c */
void emit_index(const model *m, const names *n, output *o);

#endif
