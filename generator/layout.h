/* layout.h
 * A message as a set of versions for each field, for `merge`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_LAYOUT_H
#define KAFKA_GEN_LAYOUT_H

#include "model.h"

/** Bit v is version v; unlike a `versions` it may have gaps while releases are merged. */
typedef guint64 version_set;

#define LAYOUT_NEWEST 63                /* the last version that fits */

version_set set_of(versions v);
bool set_has(version_set set, int version);
/** The set as a range; false if it has gaps. */
bool set_range(version_set set, versions *v);
char *set_text(version_set set);

typedef struct block block;

/** A field of a block. */
typedef struct {
    const field *source;                /* what the newest release says of it: name, type, default, … */
    version_set present;
    version_set nullable;
    version_set tagged;                 /* else it is plain: at its place among the others */
    int tag;                            /* -1: none */
    block *inner;                       /* of a struct, or NULL */
} part;

/** A struct, or the message itself. */
struct block {
    const structure *source;            /* NULL: the message */
    GPtrArray *parts;                   /* part* */
    version_set used;                   /* versions with a field of this type; parts are within them */
};

/** Owns its blocks; borrows fields and structures from the messages that it is made of. */
typedef struct {
    block *root;
    GPtrArray *blocks;                  /* block*, the root too */
} layout;

/** Of a resolved message, in `valid` versions. */
layout *layout_new(const message *m, version_set valid);
void layout_free(layout *l);

block *layout_add_block(layout *l, const structure *source);

/** Counts anew in which versions each block is used, and removes what is in none. */
void layout_limit(layout *l, version_set valid);

/**
 * The layout as a message with the names of `newest`. Ranges that reach the end of `valid` are left open where
 * the field's source is. Ranges with gaps are errors; then NULL. Not resolved; headers and fallback are not set.
 */
message *layout_message(diag *d, const layout *l, const message *newest, version_set valid, version_set flexible);

#endif
