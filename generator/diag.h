/* diag.h
 * Errors in schemas, collected until all files were looked at
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_DIAG_H
#define KAFKA_GEN_DIAG_H

#include <glib.h>

/** A place in a file. `file` lives as long as the diag that made it (diag_file). */
typedef struct {
    const char *file;
    int line;                           /* from 1; 0: the file as a whole */
} place;

typedef struct diag diag;

diag *diag_new(void);
void diag_free(diag *d);

/** A copy of a file's name that lives as long as `d`. */
const char *diag_file(diag *d, const char *file);

/**
 * Notes an error. `where` names the message and the struct ("FetchRequest.FetchTopic"),
 * or is NULL for what concerns a file as a whole.
 */
void diag_error(diag *d, place at, const char *where, const char *format, ...) G_GNUC_PRINTF(4, 5);

/** How many errors were noted. */
unsigned diag_count(const diag *d);

/**
 * Writes them to standard error, sorted by file and line, each as
 *     In FetchRequest.FetchTopic:
 *     schemas/rpc/FetchRequest.json:12: error: unknown type "int31"
 * where the first line stands once for a run of errors of one struct.
 */
void diag_print(const diag *d);

#endif
