/* model.h
 * What the schemas say: messages, structs, fields
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_MODEL_H
#define KAFKA_GEN_MODEL_H

#include "diag.h"
#include "versions.h"

/*
 * `parse` makes this from the schema files, `resolve` ties the types, `name`
 * gives the names that the C code and the display filters have. Every node
 * knows its place. A model owns all of it (model_free); nothing is shared with
 * what it was read from.
 */

typedef enum {
    TYPE_BOOL, TYPE_INT8, TYPE_INT16, TYPE_UINT16, TYPE_INT32, TYPE_UINT32, TYPE_INT64, TYPE_FLOAT64,
    TYPE_UUID, TYPE_VARINT, TYPE_VARLONG, TYPE_STRING, TYPE_BYTES, TYPE_RECORDS,
    TYPE_STRUCT
} type_kind;

/** What is before a field and tells its length: "length". */
typedef enum {
    LENGTH_BY_VERSION,                  /* compact in flexible versions; else int16 for a string, int32 for the rest */
    LENGTH_VARINT, LENGTH_INT16, LENGTH_INT32,
    LENGTH_REST                         /* nothing: the field goes on to the end of the message */
} length_form;

/** "varint": as in a schema; NULL for LENGTH_BY_VERSION. */
const char *length_name(length_form form);

/** A part of a number: a member of "bits". */
typedef struct {
    place at;
    char *name;                         /* as in the schema: isTransactional */
    guint32 mask;
    char *enumeration;                  /* "enum", or NULL */
    versions present;                   /* "versions", VERSIONS_ALL by default */

    /* name */
    char *c_name;
    char *filter;
    char *blurb;
    const char *role;                   /* or NULL; borrowed from the names */
} bit_field;

typedef struct structure structure;

typedef struct {
    place at;
    char *name;                         /* as in the schema: TopicId */
    char *type;                         /* as in the schema: []FetchTopic */
    versions present;                   /* "versions" */
    versions nullable;                  /* "nullableVersions", none by default */
    versions tagged;                    /* "taggedVersions", none by default */
    int tag;                            /* -1: no "tag" */
    bool has_flexible;                  /* has "flexibleVersions" of its own (only "none", for strings) */
    versions flexible;
    length_form length;
    GPtrArray *bits;                    /* bit_field*, as in the schema, or NULL */
    char *default_value;                /* the text of "default", or NULL */
    bool default_is_string;             /* it was a JSON string */
    bool map_key;
    bool ignorable;
    bool zero_copy;
    char *entity_type;                  /* or NULL */
    GPtrArray *fields;                  /* field*: of an inline struct, or NULL */

    /* resolve */
    bool array;                         /* one level of [] */
    type_kind kind;                     /* of the field or of the array's elements */
    structure *structure;               /* TYPE_STRUCT: borrowed from the message */

    /* name */
    char *label;                        /* in the tree: TopicId */
    char *c_name;                       /* hf_<c_name> */
    char *filter;                       /* kafka.fetch_request.fetch_topic.topic_id */
    char *blurb;                        /* from the glossary */
    const char *role;                   /* a role's name ("topic_name"), or NULL; borrowed from the names */
    const char *format;                 /* how a number is shown: an enumeration's or bit set's name, a unit, or NULL */
} field;

struct structure {
    place at;
    char *name;
    GPtrArray *fields;                  /* field* */
    versions present; /* all versions in which a field of this type is; for a common struct "versions" too */
    bool common;                        /* from "commonStructs" */

    char *c_name;                       /* dissect_<c_name>, ett_<c_name>: fetch_request_fetch_topic */
    char *filter;                       /* kafka.fetch_request.fetch_topic */
};

typedef enum { MESSAGE_REQUEST, MESSAGE_RESPONSE, MESSAGE_HEADER, MESSAGE_DATA } message_kind;

/** What a message is in a topic of Kafka's own, or in none. */
typedef enum {
    CONTENT_NONE,
    CONTENT_RECORD,                     /* "metadata": a value that says itself what it is */
    CONTENT_KEY, CONTENT_VALUE          /* "coordinator-key", "coordinator-value" */
} content_kind;

/** From a version on, this header version: "headerVersions". */
typedef struct {
    versions of;
    int header;
} header_rule;

typedef struct {
    place at;
    char *folder;                       /* rpc, records, …: of schemas/ and generated/; its APIs are a protocol */
    message_kind kind;
    content_kind content;
    char *name;                         /* FetchRequest */
    int api_key;                        /* -1: none; of content the number of its type */
    char *topic;                        /* "topic" of content, or NULL */
    GArray *control_types;              /* int: "controlTypes" */
    versions valid;
    versions flexible;
    bool unstable;                      /* "latestVersionUnstable" */
    GArray *headers;                    /* header_rule, by version */
    int fallback;                       /* "fallbackVersion", or -1 */
    bool no_response;                   /* "noResponse": a request that is never answered */
    GPtrArray *fields;                  /* field*, of the message itself */
    GPtrArray *common;                  /* structure*: "commonStructs" */

    /* resolve */
    GPtrArray *structures;              /* structure*, each after those that it contains; not the message itself */

    /* name */
    char *c_name;                       /* fetch_request */
    char *filter;                       /* kafka.fetch_request */
    char *label;
    char *blurb;
} message;

typedef struct {
    GPtrArray *messages;                /* message*, by folder and name */
} model;

/* Makers of empty nodes: no versions, no tag, no key, no fallback, empty lists of their own. */
model *model_new(void);
message *message_new(void);
structure *structure_new(void);         /* but without a list of fields */
field *field_new(void);
GPtrArray *field_array_new(void);       /* of field*, which it frees */
GPtrArray *bit_array_new(void);         /* of bit_field*, which it frees */

/*
 * A structure holds a reference to its list of fields: that of an inline struct
 * is the list of the field that defines it. A message frees the structures in
 * `common`, and those in `structures` that are not common.
 */
void model_free(model *m);
void message_free(message *m);
void structure_free(structure *s);
void field_free(field *f);

#endif
