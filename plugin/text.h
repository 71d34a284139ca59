/* text.h
 * Octets that are text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_TEXT_H
#define KAFKA_TEXT_H

#include "reader.h"

/** Is it UTF-8 without control characters other than tabs and line ends? Not if it is empty. */
bool kafka_is_text(const uint8_t *octets, size_t length);

/**
 * A copy of `length` octets of UTF-8 at `offset` of `tvb`, all of them captured, in
 * packet scope; what is not UTF-8 is replaced as everywhere in Wireshark.
 */
const char *kafka_copy_text(packet_info *pinfo, tvbuff_t *tvb, uint32_t offset, uint32_t length);

/**
 * Has the label of an item of bytes show the first of them only. Wireshark 4.4 and
 * later show as many as a label has place for, and cut off what is added behind
 * them. Nothing if the item is NULL or in a tree that nobody sees.
 */
void kafka_shorten_bytes(proto_item *item, const kafka_reader *r, const uint8_t *octets, size_t length);

/**
 * Has the label of an item of bytes show them as text, in quotes, if they are text:
 * all of it or its beginning. What is behind that is not looked at. Nothing if the
 * item is NULL or in a tree that nobody sees.
 */
void kafka_show_text(proto_item *item, const kafka_reader *r, const kafka_value *value);

#endif
