/* writer.c
 * Text with indentation, and a folder of generated files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "writer.h"

#include <errno.h>
#include <string.h>
#include <glib/gstdio.h>

struct writer {
    GString *text;
    unsigned depth;
};

writer *
writer_new(void)
{
    writer *w = g_new0(writer, 1);
    w->text = g_string_new(NULL);
    return w;
}

void
writer_free(writer *w)
{
    if (w) {
        g_string_free(w->text, TRUE);
        g_free(w);
    }
}

const char *
writer_text(const writer *w)
{
    return w->text->str;
}

void
writer_indent(writer *w)
{
    w->depth++;
}

void
writer_outdent(writer *w)
{
    g_return_if_fail(w->depth > 0);
    w->depth--;
}

void
writer_blank(writer *w)
{
    g_string_append_c(w->text, '\n');
}

static void
put_line(writer *w, const char *line, gsize length)
{
    while (length > 0 && line[length - 1] == ' ')
        length--;
    for (unsigned i = 0; length > 0 && i < w->depth; i++)
        g_string_append(w->text, "    ");
    g_string_append_len(w->text, line, (gssize)length);
    writer_blank(w);
}

void
writer_line(writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);

    const char *line = text;
    for (const char *end; (end = strchr(line, '\n')); line = end + 1)
        put_line(w, line, (gsize)(end - line));
    put_line(w, line, strlen(line));
    g_free(text);
}

/* Where the items' lines begin: below the first item, or, if one is too long for that, a step further in. */
static gsize
list_column(const char *head, const char *const *items, const char *tail, gsize room)
{
    gsize column = strlen(head);
    for (; *items; items++) {
        if (column + strlen(*items) + strlen(items[1] ? "," : tail) > room)
            return 4;
    }
    return column;
}

void
writer_list(writer *w, const char *head, const char *const *items, const char *tail)
{
    const gsize room = WRITER_WIDTH - 4 * w->depth;
    const gsize column = list_column(head, items, tail, room);
    GString *line = g_string_new(head);
    bool line_has_item = false;

    for (; *items; items++) {
        gsize length = strlen(*items) + strlen(items[1] ? "," : tail);
        if (line->len + (line_has_item ? 1 : 0) + length > room) {
            put_line(w, line->str, line->len);
            g_string_printf(line, "%*s", (int)column, "");
            line_has_item = false;
        }
        if (line_has_item)
            g_string_append_c(line, ' ');
        g_string_append(line, *items);
        if (items[1])
            g_string_append_c(line, ',');
        line_has_item = true;
    }
    g_string_append(line, tail);
    put_line(w, line->str, line->len);
    g_string_free(line, TRUE);
}

char *
writer_quote(const char *text)
{
    GString *quoted = g_string_new("\"");
    for (const char *c = text; *c; c++) {
        unsigned char octet = (unsigned char)*c;
        if (octet == '"' || octet == '\\')
            g_string_append_printf(quoted, "\\%c", octet);
        else if (octet == '?' && c > text && c[-1] == '?')
            g_string_append(quoted, "\\?");         /* no trigraphs */
        else if (octet == '\n')
            g_string_append(quoted, "\\n");
        else if (octet == '\t')
            g_string_append(quoted, "\\t");
        else if (octet < 0x20 || octet == 0x7f)
            g_string_append_printf(quoted, "\\%03o", octet);
        else
            g_string_append_c(quoted, *c);
    }
    g_string_append_c(quoted, '"');
    return g_string_free(quoted, FALSE);
}

struct output {
    char *folder;
    GHashTable *files;                  /* name -> writer */
};

static void
free_writer(void *w)
{
    writer_free(w);
}

output *
output_new(const char *folder)
{
    output *o = g_new0(output, 1);
    o->folder = g_strdup(folder);
    o->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_writer);
    return o;
}

void
output_free(output *o)
{
    if (o) {
        g_hash_table_destroy(o->files);
        g_free(o->folder);
        g_free(o);
    }
}

void
output_add(output *o, const char *name, writer *w)
{
    g_return_if_fail(!g_hash_table_contains(o->files, name));
    g_hash_table_insert(o->files, g_strdup(name), w);
}

static gint
compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *
output_names(const output *o)
{
    GPtrArray *names = g_ptr_array_new();
    GHashTableIter iter;
    void *name;

    g_hash_table_iter_init(&iter, o->files);
    while (g_hash_table_iter_next(&iter, &name, NULL))
        g_ptr_array_add(names, name);
    g_ptr_array_sort(names, compare_names);
    return names;
}

static bool
set_errno_error(GError **error, const char *what, const char *path)
{
    int number = errno;
    g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(number), "can't %s %s: %s", what, path,
                g_strerror(number));
    return false;
}

static bool
write_if_changed(const char *path, const char *text, GError **error)
{
    char *old = NULL;
    gsize length;
    bool same = g_file_get_contents(path, &old, &length, NULL) &&
                length == strlen(text) && memcmp(old, text, length) == 0;
    g_free(old);
    return same || g_file_set_contents(path, text, -1, error);
}

static bool
first_line_has(const char *path, const char *mark)
{
    char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return false;
    char *end = strchr(text, '\n');
    if (end)
        *end = '\0';
    bool has = strstr(text, mark) != NULL;
    g_free(text);
    return has;
}

/* `name` is relative to the output's folder, "" for the folder itself. */
static bool
remove_stale(const output *o, const char *name, const char *mark, GError **error)
{
    char *path = g_build_filename(o->folder, name, NULL);
    bool ok = true;

    if (g_file_test(path, G_FILE_TEST_IS_DIR) && !g_file_test(path, G_FILE_TEST_IS_SYMLINK)) {
        GDir *folder = g_dir_open(path, 0, error);
        const char *entry;
        ok = folder != NULL;
        while (ok && (entry = g_dir_read_name(folder))) {
            char *inside = *name ? g_strconcat(name, "/", entry, NULL) : g_strdup(entry);
            ok = remove_stale(o, inside, mark, error);
            g_free(inside);
        }
        if (folder)
            g_dir_close(folder);
    } else if (!g_hash_table_contains(o->files, name) && first_line_has(path, mark) && g_unlink(path) != 0) {
        ok = set_errno_error(error, "remove", path);
    }
    g_free(path);
    return ok;
}

bool
output_write(const output *o, const char *mark, GError **error)
{
    GPtrArray *names = output_names(o);
    bool ok = true;

    for (unsigned i = 0; ok && i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        char *path = g_build_filename(o->folder, name, NULL);
        char *folder = g_path_get_dirname(path);
        if (g_mkdir_with_parents(folder, 0777) != 0)
            ok = set_errno_error(error, "make folder", folder);
        else
            ok = write_if_changed(path, writer_text(g_hash_table_lookup(o->files, name)), error);
        g_free(folder);
        g_free(path);
    }
    g_ptr_array_free(names, TRUE);
    return ok && remove_stale(o, "", mark, error);
}
