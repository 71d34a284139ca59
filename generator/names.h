/* names.h
 * What names.json, aliases.json and glossary.json say
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_NAMES_H
#define KAFKA_GEN_NAMES_H

#include <stdbool.h>

#include "diag.h"

/** What a field means beyond its message: its name ("topic_name"), and a sentence. */
typedef struct {
    place at;
    char *name;
    char *text;
} role;

typedef struct {
    int value;
    char *name;
} named_value;

/** An enumeration's values or a bit set's bits, by value. */
typedef struct {
    place at;
    char *name;
    GArray *values;                     /* named_value */
} value_set;

/** A field that is added, hidden, wherever one with its roles is. */
typedef struct {
    place at;
    char *filter;                       /* kafka.topic_name */
    char *c_name;                       /* alias_topic_name */
    char *type;                         /* FT_STRING */
    char *label;
    char *blurb;
    char *format;                       /* as a field's, or NULL */
    GPtrArray *roles;                   /* char* */
} alias;

typedef enum {
    ATTRIBUTE_ROLE, ATTRIBUTE_FORMAT, ATTRIBUTE_FILTER,
    ATTRIBUTES
} attribute_kind;

/** An attribute of a field: not given, null ("none of less exact keys'"), or a text. */
typedef struct {
    bool given;
    char *text;
} attribute;

/** What a key of "fields" says. */
typedef struct {
    place at;
    attribute attributes[ATTRIBUTES];
    bool used;                          /* set by `name` */
} field_names;

/** What a key of "messages" says; each may be NULL. */
typedef struct {
    place at;
    char *filter;                       /* kafka.legacy.fetch_request */
    char *label;
    bool used;                          /* set by `name` */
} message_names;

/** A text for a key, of "structs" or of the glossary. */
typedef struct {
    place at;
    char *text;
    bool used;                          /* set by `name` */
} keyed_text;

typedef struct {
    GHashTable *words;                  /* KRaft -> kraft */
    GPtrArray *roles;                   /* role*, as in the file */
    GPtrArray *enums;                   /* value_set*, as in the file */
    GPtrArray *bits;                    /* value_set*, as in the file */
    GPtrArray *aliases;                 /* alias*, as in the file */
    GHashTable *fields;                 /* key -> field_names* */
    GHashTable *structs;                /* Message.Struct -> keyed_text*: the last part of its filter */
    GHashTable *messages;               /* Message -> message_names* */
    GHashTable *glossary;               /* key -> keyed_text* */
} names;

/** How a number is shown. */
typedef enum {
    FORMAT_UNKNOWN, FORMAT_PLAIN,
    FORMAT_ENUM, FORMAT_BITS,
    FORMAT_API_KEY, FORMAT_TIMESTAMP, FORMAT_OFFSET_TIME, FORMAT_MS, FORMAT_SECONDS, FORMAT_BYTES, FORMAT_HEX
} format_kind;

/**
 * Reads the three files; a file that is not there says nothing. Faults in them
 * are noted in `d`. NULL with `error` set if a file is there but can't be read.
 */
names *names_read(const char *schemas, diag *d, GError **error);
names *names_new(void);
void names_free(names *n);

/** Notes as errors roles, formats and alias types that are not there. */
void names_check(const names *n, diag *d);

/** A role of that name, or NULL. */
const role *names_role(const names *n, const char *name);

/** What a "format" means; FORMAT_PLAIN for NULL. */
format_kind names_format(const names *n, const char *format);

/**
 * Does an enumeration name only what is not counted, such as -1? Other numbers
 * are then as good as those with a name.
 */
bool names_are_exceptions(const names *n, const char *enumeration);

/** The aliases that have this role, in the order of the file; for the caller to free, the aliases belong to `n`. */
GPtrArray *names_aliases(const names *n, const char *role_name);

/**
 * Snake case, for the caller to free: FetchSnapshotRequest is
 * fetch_snapshot_request, IsKRaftController is is_kraft_controller.
 */
char *names_snake(const names *n, const char *text);

#endif
