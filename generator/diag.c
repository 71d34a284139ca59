/* diag.c
 * Errors in schemas, collected until all files were looked at
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "diag.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    place at;
    unsigned number;                    /* in the order of diag_error's calls */
    char *where;                        /* or NULL */
    char *text;
} problem;

struct diag {
    GHashTable *files;                  /* a set of names */
    GPtrArray *problems;                /* problem* */
};

static void
problem_free(gpointer data)
{
    problem *p = data;

    g_free(p->where);
    g_free(p->text);
    g_free(p);
}

diag *
diag_new(void)
{
    diag *d = g_new0(diag, 1);

    d->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    d->problems = g_ptr_array_new_with_free_func(problem_free);
    return d;
}

void
diag_free(diag *d)
{
    if (!d)
        return;
    g_hash_table_destroy(d->files);
    g_ptr_array_unref(d->problems);
    g_free(d);
}

const char *
diag_file(diag *d, const char *file)
{
    char *kept = g_hash_table_lookup(d->files, file);

    if (!kept) {
        kept = g_strdup(file);
        g_hash_table_insert(d->files, kept, kept);
    }
    return kept;
}

void
diag_error(diag *d, place at, const char *where, const char *format, ...)
{
    problem *p = g_new0(problem, 1);
    va_list arguments;

    p->at = at;
    p->number = d->problems->len;
    p->where = g_strdup(where);
    va_start(arguments, format);
    p->text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_ptr_array_add(d->problems, p);
}

unsigned
diag_count(const diag *d)
{
    return d->problems->len;
}

static int
compare_problems(gconstpointer left, gconstpointer right)
{
    const problem *a = *(const problem *const *)left;
    const problem *b = *(const problem *const *)right;
    int order = g_strcmp0(a->at.file, b->at.file);

    if (order == 0)
        order = a->at.line - b->at.line;
    if (order == 0)
        order = a->number < b->number ? -1 : a->number > b->number;
    return order;
}

void
diag_print(const diag *d)
{
    GPtrArray *sorted = g_ptr_array_new();
    const char *file = NULL;
    const char *where = NULL;

    for (unsigned i = 0; i < d->problems->len; i++)
        g_ptr_array_add(sorted, g_ptr_array_index(d->problems, i));
    g_ptr_array_sort(sorted, compare_problems);

    for (unsigned i = 0; i < sorted->len; i++) {
        const problem *p = g_ptr_array_index(sorted, i);

        if (p->where && (g_strcmp0(p->where, where) != 0 || g_strcmp0(p->at.file, file) != 0))
            fprintf(stderr, "In %s:\n", p->where);
        file = p->at.file;
        where = p->where;
        if (p->at.file)
            fprintf(stderr, "%s:", p->at.file);
        if (p->at.line > 0)
            fprintf(stderr, "%d:", p->at.line);
        fprintf(stderr, "%serror: %s\n", p->at.file ? " " : "", p->text);
    }
    g_ptr_array_unref(sorted);
}
