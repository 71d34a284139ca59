/* parse.h
 * JSON schemas to messages, types not yet tied
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_PARSE_H
#define KAFKA_GEN_PARSE_H

#include "model.h"

/**
 * One schema. `file` is what its errors and places call it (copied), `folder` becomes message.folder.
 * NULL if there was any error; all that can be found in one go are noted. A message with "validVersions": "none"
 * comes with no valid version. "headerVersions" are in the order of their first version, gaps and overlaps as they are.
 * A field's "versions" are its "taggedVersions" if it does not say otherwise. `lenient` takes what Kafka's own files
 * have: keys that repeat (document.h), and no "type" where it is data.
 */
message *parse_message(diag *d, const char *file, const char *folder, const char *text, gsize length,
                       bool lenient);

/**
 * All of schemas_dir/{rpc,records,data,legacy}/ (those that exist, with the folders in them), by folder and file name,
 * without what has no valid version. Errors in schemas are noted in `d` and their messages left out; NULL and `error`
 * if something can't be read. Files are named `schemas_dir`/rpc/FetchRequest.json, as given.
 */
model *parse_schemas(diag *d, const char *schemas_dir, GError **error);

#endif
