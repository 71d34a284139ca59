/* pairs.h
 * Which field of a newer release is which of an older one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_PAIRS_H
#define KAFKA_GEN_PAIRS_H

#include "layout.h"

/** Whether two fields are alike on the wire, but for what is in a struct. */
bool part_same_type(const part *a, const part *b);

/** The next plain part of a version from *i on, which moves behind it; NULL at the end. */
part *block_next_plain(const block *b, unsigned *i, int version);
part *block_find_tag(const block *b, int tag, int version);
/** The number of parts if it is not among them. */
unsigned block_index(const block *b, const part *p);

/**
 * The newer parts that lie where an older one does, by version; NULL where only one release has a version, or neither
 * the part. The rows of a block are in the order of the older release's parts.
 */
typedef part *row[LAYOUT_NEWEST + 1];

/** The newer part of the i-th row in the version that is next to one of `near`; in any version if `near` is empty. */
part *row_nearest(const row *rows, unsigned i, version_set near);

/** The place in `into` of what the next plain part after the i-th is paired with: no later one can stand before it. */
unsigned rows_next_anchor(const block *into, const block *from, const row *rows, unsigned i);

/**
 * A part of `into` with the name and type of `older`, which is paired with none and can take the versions `added` too:
 * between the places `first` and `end`, or anywhere if both are tagged. Or NULL.
 */
part *rows_find_name(const block *into, const block *from, const row *rows, const part *older, version_set added,
                     unsigned first, unsigned end);

#endif
