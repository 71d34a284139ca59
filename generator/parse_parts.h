/* parse_parts.h
 * What the rooms of parse share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_PARSE_PARTS_H
#define KAFKA_GEN_PARSE_PARTS_H

#include "members.h"
#include "model.h"

/** Reads "length" and "bits" of the field that `c` stands at. */
void parse_wire(cursor *c, field *f);

#endif
