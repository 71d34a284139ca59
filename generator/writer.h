/* writer.h
 * Text with indentation, and a folder of generated files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_WRITER_H
#define KAFKA_GEN_WRITER_H

#include <stdbool.h>
#include <glib.h>

#define WRITER_WIDTH 120                /* columns that a wrapped line keeps to */

/** A text that grows line by line. */
typedef struct writer writer;

writer *writer_new(void);
void writer_free(writer *w);

/** What was written so far; belongs to `w`. */
const char *writer_text(const writer *w);

/** One more step of four spaces before each line, one less. */
void writer_indent(writer *w);
void writer_outdent(writer *w);

/** A line, indented and without trailing blanks. The format's text may have several lines; each is indented. */
void writer_line(writer *w, const char *format, ...) G_GNUC_PRINTF(2, 3);
void writer_blank(writer *w);

/**
 * `head`, the items with ", " between them, and `tail`. Breaks the line between
 * items where it would be longer than WRITER_WIDTH; the next one begins below
 * the first item, or with one more step of indentation if an item would not fit
 * there. `items` ends with NULL.
 */
void writer_list(writer *w, const char *head, const char *const *items, const char *tail);

/** `text` as a C string literal with its quotes, for the caller to free. */
char *writer_quote(const char *text);

/** Files to be written into one folder. */
typedef struct output output;

output *output_new(const char *folder);
void output_free(output *o);

/** A file, its name relative to the folder ("rpc/fetch_request.c"). Takes `w`. No name twice. */
void output_add(output *o, const char *name, writer *w);

/** The names of all files so far, sorted; the array is for the caller to free, the names are not. */
GPtrArray *output_names(const output *o);

/**
 * Makes the folder hold these files: writes those that are new or differ, and
 * removes files that carry `mark` in their first line but are not among them.
 * Other files are left alone. False with `error` set if a file or folder can't
 * be read, written or removed.
 */
bool output_write(const output *o, const char *mark, GError **error);

#endif
