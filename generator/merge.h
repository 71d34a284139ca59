/* merge.h
 * One message out of what several releases say of it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_MERGE_H
#define KAFKA_GEN_MERGE_H

#include "model.h"

/** A message as one release has it. */
typedef struct {
    const message *m;                   /* resolved */
    bool unstable;                      /* its newest version was not yet released */
} edition;

/**
 * For each version the newest release that has it decides; an older one gives the versions that only it has, and must
 * otherwise agree on the bytes, but for tagged fields that came later and for versions that it calls unstable.
 * Names are the newest release's that has any version.
 *
 * `editions` is an array of edition, newest first; one without valid versions says nothing. The result is for the
 * caller to free, unresolved, without headers. NULL if no edition has a version, or after errors, which
 * name both places.
 */
message *merge_editions(diag *d, const GArray *editions);

#endif
