/* import.h
 * Kafka's jars to schema files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_IMPORT_H
#define KAFKA_GEN_IMPORT_H

#include "diag.h"

#include <stdbool.h>

/**
 * Merges the schemas of some releases (release.h, merge.h) and writes SCHEMAS_DIR/{rpc,data}/<Name>.json, each only if
 * its text differs, and prints to standard output what they add to the schemas that are there. A schema that has
 * another name now loses its old file; one that no release has stays.
 *
 * `jars` and `skips` (RELEASE/FILE.json) are lists that end with NULL. Errors in schemas are noted in `d`, and
 * nothing is written; also if the schemas there have versions that none of the releases has. False and
 * `error` if something can't be read or written, or a skip fits no file.
 */
bool import_releases(diag *d, const char *const *jars, const char *const *skips, const char *schemas_dir,
                     GError **error);

#endif
