/* versions.h
 * The algebra of version ranges
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_VERSIONS_H
#define KAFKA_GEN_VERSIONS_H

#include <stdbool.h>
#include <glib.h>

/** The end of an open range ("3+"). */
#define VERSIONS_OPEN 32767

/** A range of versions, both ends included; no version if first > last. */
typedef struct {
    int first;
    int last;
} versions;

#define VERSIONS_NONE ((versions){ 1, 0 })
#define VERSIONS_ALL ((versions){ 0, VERSIONS_OPEN })

/** Kafka's notation: "none", "3", "0-4", "7+". False if it is not that; then *v is as it was. */
bool versions_parse(const char *text, versions *v);
/** The same notation, for the caller to free; "none" if empty. */
char *versions_text(versions v);

bool versions_empty(versions v);
bool versions_equal(versions a, versions b);            /* all empty ranges are equal */
bool versions_has(versions v, int version);
bool versions_within(versions part, versions whole);    /* the empty range is within any */
versions versions_intersect(versions a, versions b);
/** The range of all versions of both; false if there would be a gap between them. */
bool versions_join(versions a, versions b, versions *joined);

/**
 * The shortest C condition that tells, for a version within `known`, whether it
 * is in `v`: "r->version >= 3". NULL if it always is. For the caller to free.
 * `v` must not be empty within `known`.
 */
char *versions_condition(versions v, versions known, const char *variable);

#endif
