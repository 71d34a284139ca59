/* source.c
 * Reads schema files: of a folder, or out of one of Kafka's jars
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "source.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

/** The largest of Kafka's has 10 kB. */
#define LARGEST_SCHEMA (1024 * 1024)
#define DEEPEST_FOLDER 16

static void
source_file_free(gpointer data)
{
    source_file *file = data;

    g_free(file->name);
    g_free(file->text);
    g_free(file);
}

static int
compare_files(gconstpointer left, gconstpointer right)
{
    const source_file *a = *(const source_file *const *)left;
    const source_file *b = *(const source_file *const *)right;

    return strcmp(a->name, b->name);
}

/** Takes `name` and `text`. */
static void
add_file(GPtrArray *files, char *name, char *text, gsize length)
{
    source_file *file = g_new0(source_file, 1);

    file->name = name;
    file->text = text;
    file->length = length;
    g_ptr_array_add(files, file);
}

static bool
read_folder(GPtrArray *files, const char *folder, const char *prefix, int depth, GError **error)
{
    GDir *dir = g_dir_open(folder, 0, error);
    const char *name;
    bool ok = true;

    if (!dir)
        return false;
    while (ok && (name = g_dir_read_name(dir)) != NULL) {
        char *path = g_build_filename(folder, name, NULL);
        char *relative = *prefix ? g_strconcat(prefix, "/", name, NULL) : g_strdup(name);

        if (name[0] != '.' && depth < DEEPEST_FOLDER && g_file_test(path, G_FILE_TEST_IS_DIR)) {
            ok = read_folder(files, path, relative, depth + 1, error);
        } else if (name[0] != '.' && g_str_has_suffix(name, ".json")) {
            char *text;
            gsize length;

            ok = g_file_get_contents(path, &text, &length, error);
            if (ok)
                add_file(files, g_strdup(relative), text, length);
        }
        g_free(relative);
        g_free(path);
    }
    g_dir_close(dir);
    return ok;
}

GPtrArray *
source_read_folder(const char *folder, GError **error)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(source_file_free);

    if (!read_folder(files, folder, "", 0, error)) {
        g_ptr_array_unref(files);
        return NULL;
    }
    g_ptr_array_sort(files, compare_files);
    return files;
}

static bool
is_wanted(const char *name, const char *const *folders, const char *const *exact)
{
    for (; *exact; exact++) {
        if (strcmp(name, *exact) == 0)
            return true;
    }
    for (; *folders; folders++) {
        if (g_str_has_prefix(name, *folders) && name[strlen(*folders)] == '/' && g_str_has_suffix(name, ".json"))
            return true;
    }
    return false;
}

/** The whole of the member that `jar` stands at; NULL if it can't be read or is too large. */
static char *
read_member(struct archive *jar, gsize *length)
{
    GByteArray *text = g_byte_array_new();
    guint8 block[8192];
    la_ssize_t got;

    while ((got = archive_read_data(jar, block, sizeof block)) > 0) {
        if (text->len + (gsize)got > LARGEST_SCHEMA) {
            archive_set_error(jar, EINVAL, "too large for a schema");
            got = -1;
            break;
        }
        g_byte_array_append(text, block, (guint)got);
    }
    if (got < 0) {
        g_byte_array_unref(text);
        return NULL;
    }
    *length = text->len;
    g_byte_array_append(text, (const guint8 *)"", 1);
    return (char *)g_byte_array_free(text, FALSE);
}

static bool
read_jar(GPtrArray *files, struct archive *jar, const char *const *folders, const char *const *exact)
{
    struct archive_entry *entry;
    int status;

    while ((status = archive_read_next_header(jar, &entry)) >= ARCHIVE_WARN && status != ARCHIVE_EOF) {
        const char *name = archive_entry_pathname(entry);
        char *text;
        gsize length;

        if (!name || !is_wanted(name, folders, exact))
            continue;
        text = read_member(jar, &length);
        if (!text)
            return false;
        add_file(files, g_strdup(name), text, length);
    }
    return status == ARCHIVE_EOF;
}

GPtrArray *
source_read_jar(const char *path, const char *const *folders, const char *const *exact, GError **error)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(source_file_free);
    struct archive *jar = archive_read_new();

    archive_read_support_format_zip(jar);
    if (archive_read_open_filename(jar, path, 65536) != ARCHIVE_OK || !read_jar(files, jar, folders, exact)) {
        const char *reason = archive_error_string(jar);

        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", path, reason ? reason : "not a jar");
        g_ptr_array_unref(files);
        files = NULL;
    }
    archive_read_free(jar);
    if (files)
        g_ptr_array_sort(files, compare_files);
    return files;
}

/** Of the block comment at `i`, or of all that is left if it has no end. Returns the place of its last byte. */
static gsize
blank_block(char *text, gsize length, gsize i)
{
    const char *end = g_strstr_len(text + i + 2, (gssize)(length - i - 2), "*/");
    gsize last = end ? (gsize)(end - text) + 1 : length - 1;

    for (; i <= last; i++) {
        if (text[i] != '\n')
            text[i] = ' ';
    }
    return last;
}

void
source_blank_comments(char *text, gsize length)
{
    bool in_string = false;

    for (gsize i = 0; i < length; i++) {
        if (in_string) {
            if (text[i] == '\\')
                i++;
            else if (text[i] == '"' || text[i] == '\n')
                in_string = false;
        } else if (text[i] == '"') {
            in_string = true;
        } else if (text[i] == '/' && i + 1 < length && text[i + 1] == '/') {
            while (i < length && text[i] != '\n')
                text[i++] = ' ';
        } else if (text[i] == '/' && i + 1 < length && text[i + 1] == '*') {
            i = blank_block(text, length, i);
        }
    }
}
