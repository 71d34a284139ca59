/* names.c
 * What names.json, aliases.json and glossary.json say
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "names.h"

#include <string.h>

static void
free_role(void *data)
{
    role *r = data;
    g_free(r->name);
    g_free(r->text);
    g_free(r);
}

static void
free_value_set(void *data)
{
    value_set *set = data;
    for (unsigned i = 0; i < set->values->len; i++)
        g_free(g_array_index(set->values, named_value, i).name);
    g_array_free(set->values, TRUE);
    g_free(set->name);
    g_free(set);
}

static void
free_alias(void *data)
{
    alias *a = data;
    g_free(a->filter);
    g_free(a->c_name);
    g_free(a->type);
    g_free(a->label);
    g_free(a->blurb);
    g_free(a->format);
    g_ptr_array_free(a->roles, TRUE);
    g_free(a);
}

static void
free_field_names(void *data)
{
    field_names *entry = data;
    for (unsigned i = 0; i < ATTRIBUTES; i++)
        g_free(entry->attributes[i].text);
    g_free(entry);
}

static void
free_keyed_text(void *data)
{
    keyed_text *entry = data;
    g_free(entry->text);
    g_free(entry);
}

static void
free_message_names(void *data)
{
    message_names *entry = data;
    g_free(entry->filter);
    g_free(entry->label);
    g_free(entry);
}

names *
names_new(void)
{
    names *n = g_new0(names, 1);
    n->words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    n->roles = g_ptr_array_new_with_free_func(free_role);
    n->enums = g_ptr_array_new_with_free_func(free_value_set);
    n->bits = g_ptr_array_new_with_free_func(free_value_set);
    n->aliases = g_ptr_array_new_with_free_func(free_alias);
    n->fields = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_field_names);
    n->structs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_keyed_text);
    n->messages = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_message_names);
    n->glossary = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_keyed_text);
    return n;
}

void
names_free(names *n)
{
    if (!n)
        return;
    g_hash_table_destroy(n->words);
    g_ptr_array_free(n->roles, TRUE);
    g_ptr_array_free(n->enums, TRUE);
    g_ptr_array_free(n->bits, TRUE);
    g_ptr_array_free(n->aliases, TRUE);
    g_hash_table_destroy(n->fields);
    g_hash_table_destroy(n->structs);
    g_hash_table_destroy(n->messages);
    g_hash_table_destroy(n->glossary);
    g_free(n);
}

const role *
names_role(const names *n, const char *name)
{
    for (unsigned i = 0; i < n->roles->len; i++) {
        const role *r = n->roles->pdata[i];
        if (g_str_equal(r->name, name))
            return r;
    }
    return NULL;
}

static bool
has_set(const GPtrArray *sets, const char *name)
{
    for (unsigned i = 0; i < sets->len; i++) {
        if (g_str_equal(((const value_set *)sets->pdata[i])->name, name))
            return true;
    }
    return false;
}

format_kind
names_format(const names *n, const char *format)
{
    static const struct {
        const char *name;
        format_kind kind;
    } built_in[] = {
        { "api_key", FORMAT_API_KEY }, { "timestamp", FORMAT_TIMESTAMP }, { "offset_time", FORMAT_OFFSET_TIME },
        { "ms", FORMAT_MS },           { "seconds", FORMAT_SECONDS },     { "bytes", FORMAT_BYTES },
        { "hex", FORMAT_HEX },
    };
    if (!format)
        return FORMAT_PLAIN;
    for (unsigned i = 0; i < G_N_ELEMENTS(built_in); i++) {
        if (g_str_equal(format, built_in[i].name))
            return built_in[i].kind;
    }
    return has_set(n->enums, format) ? FORMAT_ENUM : has_set(n->bits, format) ? FORMAT_BITS : FORMAT_UNKNOWN;
}

bool
names_are_exceptions(const names *n, const char *enumeration)
{
    for (unsigned i = 0; i < n->enums->len; i++) {
        const value_set *set = n->enums->pdata[i];
        guint last = set->values->len - 1;
        if (g_str_equal(set->name, enumeration))
            return set->values->len > 0 && g_array_index(set->values, named_value, last).value <= 0;
    }
    return false;
}

GPtrArray *
names_aliases(const names *n, const char *role_name)
{
    GPtrArray *found = g_ptr_array_new();

    for (unsigned i = 0; i < n->aliases->len; i++) {
        alias *a = n->aliases->pdata[i];
        if (g_ptr_array_find_with_equal_func(a->roles, role_name, g_str_equal, NULL))
            g_ptr_array_add(found, a);
    }
    return found;
}

/* The length of the longest word that `text` starts with, and that ends with it or before an upper-case letter. */
static size_t
word_at(const names *n, const char *text, const char **snake)
{
    for (size_t length = strlen(text); length > 0; length--) {
        if (g_ascii_islower(text[length]) || g_ascii_isdigit(text[length]))
            continue;
        char *word = g_strndup(text, length);
        *snake = g_hash_table_lookup(n->words, word);
        g_free(word);
        if (*snake)
            return length;
    }
    return 0;
}

char *
names_snake(const names *n, const char *text)
{
    GString *snake = g_string_new(NULL);
    bool after_word = false;

    for (const char *c = text; *c; c++) {
        bool lower_before = c > text && (g_ascii_islower(c[-1]) || g_ascii_isdigit(c[-1]));
        bool upper_before = c > text && g_ascii_isupper(c[-1]);
        bool starts = g_ascii_isupper(*c) && (lower_before || (upper_before && g_ascii_islower(c[1])));
        const char *word;
        size_t length = g_ascii_isupper(*c) ? word_at(n, c, &word) : 0;

        if (snake->len > 0 && (starts || after_word || length > 0))
            g_string_append_c(snake, '_');
        after_word = length > 0;
        if (after_word) {
            g_string_append(snake, word);
            c += length - 1;
        } else {
            g_string_append_c(snake, g_ascii_tolower(*c));
        }
    }
    return g_string_free(snake, FALSE);
}
