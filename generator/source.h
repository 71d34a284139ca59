/* source.h
 * Reads schema files: of a folder, or out of one of Kafka's jars
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_SOURCE_H
#define KAFKA_GEN_SOURCE_H

#include <glib.h>

typedef struct {
    char *name;                         /* relative to the folder or the jar's root: rpc/FetchRequest.json */
    char *text;                         /* as in the file, and a NUL */
    gsize length;                       /* without that NUL */
} source_file;

/**
 * All *.json of a folder and the folders in it, in strcmp order of their names.
 * Of source_file*, for the caller to unref. NULL and `error` if something can't be read.
 */
GPtrArray *source_read_folder(const char *folder, GError **error);

/**
 * The jar's members that are `exact` (a list of names, ends with NULL) or whose name ends in
 * .json below one of `folders` (ditto), in strcmp order. Otherwise like source_read_folder.
 */
GPtrArray *source_read_jar(const char *jar, const char *const *folders, const char *const *exact, GError **error);

/** Puts a space for every byte of a // or block comment outside strings; lines stay where they are. */
void source_blank_comments(char *text, gsize length);

#endif
