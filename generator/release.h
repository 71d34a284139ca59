/* release.h
 * The schemas of one of Kafka's releases, out of its jars
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_RELEASE_H
#define KAFKA_GEN_RELEASE_H

#include "model.h"

typedef struct {
    char *name;                         /* 4.4.0 */
    model *schemas;                     /* resolved; "none" ones too */
} release;

/** A file that is not to be looked at: RELEASE/FILE.json. */
typedef struct {
    const char *file;
    bool used;
} skipped_file;

/**
 * Reads jars, in any order, into releases, newest first; several jars may be of one release. A jar's release is what
 * its kafka-version.properties, manifest or file name says. In places and errors a schema is called RELEASE/FILE.json.
 * `skips` is an array of skipped_file, or NULL.
 *
 * Errors in schemas are noted in `d`. NULL and `error` if a jar can't be read, has no schemas or no release, or
 * holds a file that another has. The result is an array of release*, for the caller to unref.
 */
GPtrArray *releases_read(diag *d, const char *const *jars, GArray *skips, GError **error);

#endif
