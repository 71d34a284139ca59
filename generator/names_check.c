/* names_check.c
 * Do the names that names.json and aliases.json use exist?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "names.h"

#include <string.h>

static void
check_role(const names *n, diag *d, place at, const char *role_name)
{
    if (role_name && !names_role(n, role_name))
        diag_error(d, at, NULL, "unknown role \"%s\"", role_name);
}

static void
check_format(const names *n, diag *d, place at, const char *format)
{
    if (names_format(n, format) == FORMAT_UNKNOWN)
        diag_error(d, at, NULL, "unknown format \"%s\"", format);
}

static void
check_alias(const names *n, diag *d, const alias *a)
{
    static const char *const types[] = {
        "FT_NONE", "FT_BOOLEAN", "FT_INT8", "FT_INT16", "FT_INT32", "FT_INT64", "FT_UINT8", "FT_UINT16", "FT_UINT32",
        "FT_UINT64", "FT_FLOAT", "FT_DOUBLE", "FT_ABSOLUTE_TIME", "FT_STRING", "FT_BYTES", "FT_GUID", NULL
    };
    if (a->type && !g_strv_contains(types, a->type))
        diag_error(d, a->at, NULL, "unknown type \"%s\" of alias \"%s\"", a->type, a->filter);
    check_format(n, d, a->at, a->format);
    if (a->format && a->type && !strstr(a->type, "INT"))
        diag_error(d, a->at, NULL, "alias \"%s\" is an %s, which can't have a format", a->filter, a->type);
    for (unsigned i = 0; i < a->roles->len; i++)
        check_role(n, d, a->at, a->roles->pdata[i]);
}

static gint
compare_fields(gconstpointer a, gconstpointer b)
{
    const field_names *const *x = a;
    const field_names *const *y = b;
    return (*x)->at.line - (*y)->at.line;
}

void
names_check(const names *n, diag *d)
{
    GHashTableIter iter;
    void *value;
    GPtrArray *fields = g_ptr_array_new();

    g_hash_table_iter_init(&iter, n->fields);
    while (g_hash_table_iter_next(&iter, NULL, &value))
        g_ptr_array_add(fields, value);
    g_ptr_array_sort(fields, compare_fields);
    for (unsigned i = 0; i < fields->len; i++) {
        const field_names *entry = fields->pdata[i];
        check_role(n, d, entry->at, entry->attributes[ATTRIBUTE_ROLE].text);
        check_format(n, d, entry->at, entry->attributes[ATTRIBUTE_FORMAT].text);
    }
    for (unsigned i = 0; i < n->aliases->len; i++)
        check_alias(n, d, n->aliases->pdata[i]);
    g_ptr_array_free(fields, TRUE);
}
