/* format.h
 * How numbers are written in the tree
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_FORMAT_H
#define KAFKA_FORMAT_H

#include <epan/packet.h>
#include <epan/unit_strings.h>

#include "compat.h"

/*
 * Texts of which there are many: by hand they cost a fraction of what printf needs. Each function appends to a text and
 * returns its end, which is a NUL.
 */

/** The longest number or time, and its end. */
#define KAFKA_TIME_TEXT (sizeof "9999-12-31 23:59:59.999 UTC")

char *kafka_put_number(char *out, int64_t number);

/** A name, cut at KAFKA_NAME_TEXT octets with its end. */
#define KAFKA_NAME_TEXT 128
char *kafka_put_name(char *out, const char *name);

/** An element of an array: its name and its place. */
#define KAFKA_ELEMENT_TEXT (KAFKA_NAME_TEXT + sizeof "[]" + KAFKA_TIME_TEXT)
char *kafka_put_element(char *out, const char *name, int32_t place);

/** Milliseconds since 1970 as a time in UTC; as a number if negative or after the year 9999. */
char *kafka_put_time(char *out, int64_t ms);

/**
 * Gives an item a label, which is cut at ITEM_LABEL_LENGTH octets with its end.
 * proto_item_set_text() does the same by way of printf, and that is most of what a
 * record would cost. Nothing if the item is NULL or hidden or has no field.
 */
void kafka_set_label(proto_item *item, const char *label);

/*
 * Functions for BASE_CUSTOM fields: Wireshark calls them when it needs the
 * label, and not before. `out` has room for ITEM_LABEL_LENGTH octets.
 */

/**
 * Milliseconds since 1970, an int64, as a time in UTC and the number; the number
 * alone if negative or after the year 9999.
 */
void kafka_format_timestamp(char *out, uint64_t value);

/**
 * The same, where -1 asks for the latest offset, -2 for the earliest, and so on
 * (KIP-734, KIP-405, KIP-1005, KIP-1023).
 */
void kafka_format_offset_time(char *out, uint64_t value);

/** The length of a compact type as it is on the wire: one more than the length, 0 for null (KIP-482). */
void kafka_format_compact_length(char *out, uint32_t value);

/**
 * The names of the bits that are set, for generated functions; `names` maps bit
 * numbers. Unnamed bits are shown by number.
 */
void kafka_format_bits(char *out, uint32_t value, const value_string *names);

#define KAFKA_UUID_TEXT 23               /* room for kafka_format_uuid's text and its end */

/**
 * 16 octets in the form in which Kafka writes a UUID: base64url without padding.
 * `out` has room for KAFKA_UUID_TEXT.
 */
void kafka_format_uuid(char *out, const uint8_t *octets);

/** "1 element", "2 elements". */
extern const unit_name_string kafka_units_elements;

#endif
