/* rest.h
 * What of a message was not taken apart
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_REST_H
#define KAFKA_REST_H

#include "reader.h"

/** The octets from `offset` to `end` of the reader's tvb, as an item; nothing if there are none. `tree` may be NULL. */
void kafka_show_undecoded(const kafka_reader *r, proto_tree *tree, uint32_t offset, uint32_t end);

/**
 * What is behind the last field that the reader took, up to the end of its tvb: all
 * from the field that it failed at, or octets left over, with a note.
 */
void kafka_show_rest(const kafka_reader *r, proto_tree *tree);

#endif
