/* reader.h
 * Reads Kafka's types from a message: checks, shows, remembers what has a role
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_READER_H
#define KAFKA_READER_H

#include <epan/packet.h>

#include "notes.h"
#include "roles.h"

/*
 * The generated functions call what is declared here, and nothing else. A
 * reader stands at an offset of one message. Each function below takes one
 * field off it: it checks the field's length against what is left of the
 * message before it reads or loops, shows the field under `tree` if there is
 * one, tells the reader's listener of fields that have a role, and moves on.
 *
 * A violation makes the reader fail: the first one is kept with its offset and
 * a reason, an expert info takes the place of the field, nothing is left to
 * read, and every later call returns at once. No function throws, but where a
 * capture holds less of a message than was on the wire (a snaplen): then
 * Wireshark's own exception says so, as everywhere in Wireshark.
 *
 * `hf` is the field's registered id, `role` what the field means beyond its
 * message (KAFKA_NO_ROLE if nothing), `tree` may be NULL. Offsets and lengths
 * are in octets. How a type lies on the wire is from Kafka's protocol guide,
 * KIP-482 (compact types and tagged fields) and KIP-893 (nullable structs).
 */
typedef struct kafka_reader kafka_reader;

/** The fields of a struct or of a message, in the order of the wire. */
typedef void (*kafka_dissect)(kafka_reader *r, proto_tree *tree);

/** Shows the content of a tagged field; false if the tag is not known in this version, with nothing read. */
typedef bool (*kafka_dissect_tagged)(kafka_reader *r, proto_tree *tree, uint32_t tag);

/** A field of a simple type, as the element of an array. */
typedef void (*kafka_element)(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);

/** A struct: its name as in the schema and what shows it. Generated, constant. */
typedef struct {
    const char *name;
    kafka_dissect dissect;
    int *ett;
} kafka_struct;

/** From this version of a message on, its header has that version. */
typedef struct {
    int16_t from;
    int16_t header;
} kafka_header_version;

#define KAFKA_NEWEST INT16_MAX          /* the end of a version range that is open */

typedef struct {
    int16_t first;
    int16_t last;                       /* less than first: no version */
} kafka_versions;

/** Some bits of a number, and the item that shows them. Generated, constant. */
typedef struct {
    int *hf;                            /* of a field with this mask */
    uint32_t mask;                      /* bits in a row */
    kafka_versions versions;            /* of the message, in which they mean this */
    kafka_role role;
} kafka_bit;

typedef struct {
    const kafka_bit *bits;
    unsigned count;
    int *ett;
} kafka_bits;

/** A message: a request, a response, a header or a record's part. Generated, constant. */
typedef struct {
    const char *name;                   /* as in the schema: FetchRequest */
    kafka_dissect dissect;
    int *hf;                            /* the item that covers the whole */
    int *ett;
    kafka_versions versions;            /* all that a release ever spoke */
    kafka_versions flexible;            /* KIP-482 */
    const kafka_header_version *headers;
    unsigned header_count;
    int16_t fallback;                   /* the version used to say that a version is not supported (KIP-511), or -1 */
    hf_register_info *fields;
    unsigned field_count;
    int *const *trees;
    unsigned tree_count;
} kafka_message;

/** An API: the two messages of a key. */
typedef struct {
    const char *name;                   /* Fetch */
    const kafka_message *request;
    const kafka_message *response;
} kafka_api;

/** The value of a field that has a role; which member is set follows from the field's type. */
typedef struct {
    uint32_t offset;                    /* of the value in the reader's tvb, a string's without its prefix */
    int32_t length;                     /* in octets; -1: null */
    int64_t number;                     /* of integer types and bool; 0 otherwise */
    proto_item *item;                   /* that shows it; its parent if nobody looks at it; NULL without a tree */
} kafka_value;

/** Called for each field that has a role, in the order of the wire, whether there is a tree or not. */
typedef void (*kafka_listener)(kafka_reader *r, proto_tree *tree, kafka_role role, const kafka_value *value);

struct kafka_reader {
    tvbuff_t *tvb;
    packet_info *pinfo;
    const uint8_t *data;                /* the octets of tvb that were captured */
    uint32_t captured;                  /* how many */
    uint32_t offset;                    /* of the next octet */
    uint32_t end;                       /* of what may be read: of the message, or of a tagged field */
    int16_t version;                    /* of the message */
    bool flexible;                      /* does the message's version have compact types and tagged fields? */
    bool quiet;                         /* no note: a trial (see kafka_fits) */
    kafka_note failure;                 /* KAFKA_FINE: none */
    uint32_t failure_offset;            /* of the first octet that was not understood */
    kafka_listener listener;            /* may be NULL */
    const bool *heard;                  /* by role: what the listener cares for; NULL: all */
    const char *topic;                  /* of the fields being read, as far as there is a tree; NULL: not known */
    void *context;                      /* the listener's own */
    kafka_role listener_shows; /* the listener adds the items of these itself: a checksum's; KAFKA_NO_ROLE: none */
    bool is_stored;                     /* reads what is in a record: fields have no names across messages */
};

/* Simple types. */
void kafka_bool(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_int8(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_int16(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_uint16(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_int32(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_uint32(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_int64(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_float64(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_uuid(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
/* Zig-zag varints, as in records: up to 5 and up to 10 octets. */
void kafka_varint(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_varlong(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
/* Integers whose bits mean something: the items of those are below the number's, over the same octets. */
void kafka_bits8(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, const kafka_bits *bits);
void kafka_bits16(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, const kafka_bits *bits);
void kafka_bits32(kafka_reader *r, proto_tree *tree, int hf, kafka_role role, const kafka_bits *bits);

/* With a length before them; compact if the version is flexible. The item covers the length and the content. */
void kafka_string(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_nullable_string(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_bytes(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_nullable_bytes(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
/* The same with a length that is an int16, an int32 or a zig-zag varint, whatever the version: "length" of a field. */
void kafka_string_int16(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_nullable_string_int16(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_string_int32(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_nullable_string_int32(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_string_varint(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_nullable_string_varint(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_bytes_int16(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_nullable_bytes_int16(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_bytes_int32(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_nullable_bytes_int32(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_bytes_varint(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_nullable_bytes_varint(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
/* All octets up to r->end, without a length. */
void kafka_bytes_rest(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_records(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);
void kafka_nullable_records(kafka_reader *r, proto_tree *tree, int hf, kafka_role role);

/*
 * Arrays: an item with the number of elements (-1: null) that covers all, under
 * it the length as it is on the wire, then the elements. `hf` is an FT_INT32.
 */
void kafka_array(kafka_reader *r, proto_tree *tree, int hf, kafka_element element, int hf_element, kafka_role role);
void kafka_nullable_array(kafka_reader *r, proto_tree *tree, int hf, kafka_element element, int hf_element,
                          kafka_role role);
void kafka_structs(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure);
void kafka_nullable_structs(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure);
void kafka_structs_int16(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure);
void kafka_nullable_structs_int16(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure);
void kafka_structs_int32(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure);
void kafka_nullable_structs_int32(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure);
void kafka_structs_varint(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure);
void kafka_nullable_structs_varint(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure);
/* As many as there are up to r->end, without a number before them; `hf` is an FT_NONE. */
void kafka_structs_rest(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure);

/*
 * One struct, an FT_NONE. A nullable one has a marker octet before it: -1 null, 1 present (KIP-893); as a tagged field
 * an unsigned varint: 0 null, 1 present.
 */
void kafka_one_struct(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure);
void kafka_nullable_struct(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure);
void kafka_nullable_struct_tagged(kafka_reader *r, proto_tree *tree, int hf, const kafka_struct *structure);

/**
 * The tagged fields that end a struct (KIP-482); nothing in a version that is
 * not flexible. `tagged` shows those that the schema knows and may be NULL; the
 * others are shown as octets. A known field that does not fill its size exactly
 * is a violation.
 */
void kafka_tagged_fields(kafka_reader *r, proto_tree *tree, kafka_dissect_tagged tagged);

/** A reader that stands at the beginning of `tvb`, with all of it to read, no listener and no context. */
void kafka_reader_init(kafka_reader *r, tvbuff_t *tvb, packet_info *pinfo);

/**
 * Reads a message's fields in a version, from where the reader stands, and shows
 * them under an item of their own. Octets may be left behind it. `version` must
 * be one of the message's.
 */
void kafka_read_message(kafka_reader *r, proto_tree *tree, const kafka_message *message, int16_t version);

/** Has the tree so many items that a loop should add no more? Wireshark calls more than its preference allows a bug. */
bool kafka_tree_is_full(proto_tree *tree);

/** The same for records, which leave room for what is behind them. */
bool kafka_tree_is_crowded(proto_tree *tree);

/**
 * A trial that shows nothing and never throws: are the octets from `offset` to the
 * end of `tvb` that message in that version, without any violation? False if the
 * capture does not hold all of them.
 */
bool kafka_fits(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset, const kafka_message *message, int16_t version);

#endif
