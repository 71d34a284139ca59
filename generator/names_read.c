/* names_read.c
 * Reads names.json, aliases.json and glossary.json
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "names.h"

#include <string.h>

#include "document.h"

/* A file that is read, and an object of it with the keys that lead there ("fields.ErrorCode"). */
typedef struct {
    names *names;
    diag *diag;
    document *document;
    JsonObject *object;
} reading;

static void G_GNUC_PRINTF(3, 4)
error_at(const reading *r, const char *member, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    diag_error(r->diag, document_place(r->document, r->object, member), NULL, "%s", text);
    g_free(text);
}

/* The member's object to read; false, with an error, if it is none. */
static bool
inside(const reading *r, const char *member, reading *in)
{
    JsonNode *node = json_object_get_member(r->object, member);
    if (!JSON_NODE_HOLDS_OBJECT(node)) {
        error_at(r, member, "\"%s\" must be an object, not %s", member, document_kind(node));
        return false;
    }
    *in = *r;
    in->object = json_node_get_object(node);
    return true;
}

/* The member's string, borrowed; NULL, with an error, if it is none or empty. */
static const char *
string_of(const reading *r, const char *member)
{
    JsonNode *node = json_object_get_member(r->object, member);
    const char *text = NULL;
    if (node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING)
        text = json_node_get_string(node);
    if (!text)
        error_at(r, member, "\"%s\" must be a string, not %s", member, document_kind(node));
    else if (!*text)
        error_at(r, member, "\"%s\" is empty", member);
    return text && *text ? text : NULL;
}

static bool
is_snake(const char *text, const char *more)
{
    if (!g_ascii_islower(*text))
        return false;
    for (; *text; text++) {
        if (!g_ascii_islower(*text) && !g_ascii_isdigit(*text) && *text != '_' && !strchr(more, *text))
            return false;
    }
    return true;
}

static bool
is_filter(const char *text)
{
    return g_str_has_prefix(text, "kafka.") && is_snake(text, ".") && text[strlen(text) - 1] != '.' &&
           !strstr(text, "..");
}

/* Names that become a part of names in C. */
static bool
check_snake(const reading *r, const char *member)
{
    bool good = is_snake(member, "");
    if (!good)
        error_at(r, member, "\"%s\" is not of lower-case letters, digits and underscores", member);
    return good;
}

static void
check_keys(const reading *r, const char *const *known)
{
    GList *members = json_object_get_members(r->object);
    for (GList *m = members; m; m = m->next) {
        if (!g_strv_contains(known, m->data))
            error_at(r, m->data, "unknown key \"%s\"", (char *)m->data);
    }
    g_list_free(members);
}

typedef void (*read_member)(const reading *r, const char *member);

static void
each_member(const reading *r, read_member read)
{
    GList *members = json_object_get_members(r->object);
    for (GList *m = members; m; m = m->next)
        read(r, m->data);
    g_list_free(members);
}

static void
each_inside(const reading *r, const char *member, read_member read)
{
    reading in;
    if (inside(r, member, &in))
        each_member(&in, read);
}

static void
read_word(const reading *r, const char *member)
{
    const char *snake = string_of(r, member);
    if (snake && !is_snake(snake, ""))
        error_at(r, member, "\"%s\" is not snake case", snake);
    else if (snake)
        g_hash_table_insert(r->names->words, g_strdup(member), g_strdup(snake));
}

static void
read_role(const reading *r, const char *member)
{
    const char *text = string_of(r, member);
    if (g_str_equal(member, "no_role") || g_str_equal(member, "role_count")) {
        error_at(r, member, "\"%s\" can't be the name of a role", member);
    } else if (text && strstr(text, "*/")) {
        error_at(r, member, "what is said of \"%s\" becomes a comment and can't have \"*/\" in it", member);
    } else if (check_snake(r, member) && text) {
        role *new_role = g_new0(role, 1);
        new_role->at = document_place(r->document, r->object, member);
        new_role->name = g_strdup(member);
        new_role->text = g_strdup(text);
        g_ptr_array_add(r->names->roles, new_role);
    }
}

static gint
compare_values(gconstpointer a, gconstpointer b)
{
    const named_value *x = a;
    const named_value *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

static void
read_value_set(const reading *r, const char *set_name, GPtrArray *sets, int least, int most)
{
    reading in;
    if (!check_snake(r, set_name) || !inside(r, set_name, &in))
        return;
    if (names_format(r->names, set_name) != FORMAT_UNKNOWN)
        error_at(r, set_name, "there is another format \"%s\"", set_name);

    value_set *set = g_new0(value_set, 1);
    set->at = document_place(r->document, r->object, set_name);
    set->name = g_strdup(set_name);
    set->values = g_array_new(FALSE, TRUE, sizeof(named_value));
    g_ptr_array_add(sets, set);

    GList *members = json_object_get_members(in.object);
    for (GList *m = members; m; m = m->next) {
        const char *number = m->data;
        const char *text = string_of(&in, number);
        char *end;
        gint64 value = g_ascii_strtoll(number, &end, 10);
        char *canonical = g_strdup_printf("%" G_GINT64_FORMAT, value);
        if (!g_str_equal(canonical, number) || value < least || value > most) {
            error_at(&in, number, "\"%s\" is not a number from %d to %d", number, least, most);
        } else if (text) {
            named_value named = { (int)value, g_strdup(text) };
            g_array_append_val(set->values, named);
        }
        g_free(canonical);
    }
    g_list_free(members);
    g_array_sort(set->values, compare_values);
}

static void
read_enum(const reading *r, const char *member)
{
    if (g_str_equal(member, "api"))
        error_at(r, member, "\"api\" is the name of the values that the schemas give");
    else
        read_value_set(r, member, r->names->enums, G_MININT, G_MAXINT);
}

static void
read_bits(const reading *r, const char *member)
{
    read_value_set(r, member, r->names->bits, 0, 31);
}

static void
read_field(const reading *r, const char *member)
{
    static const char *const attribute_names[] = {
        [ATTRIBUTE_ROLE] = "role", [ATTRIBUTE_FORMAT] = "format", [ATTRIBUTE_FILTER] = "filter",
    };
    reading in;
    if (!inside(r, member, &in))
        return;

    field_names *entry = g_new0(field_names, 1);
    entry->at = document_place(r->document, r->object, member);
    g_hash_table_replace(r->names->fields, g_strdup(member), entry);

    GList *members = json_object_get_members(in.object);
    for (GList *m = members; m; m = m->next) {
        unsigned a = 0;
        while (a < ATTRIBUTES && !g_str_equal(m->data, attribute_names[a]))
            a++;
        if (a == ATTRIBUTES) {
            error_at(&in, m->data, "unknown key \"%s\"", (char *)m->data);
            continue;
        }
        entry->attributes[a].given = true;
        if (!json_object_get_null_member(in.object, m->data))
            entry->attributes[a].text = g_strdup(string_of(&in, m->data));
    }
    g_list_free(members);

    const char *filter = entry->attributes[ATTRIBUTE_FILTER].text;
    if (filter && !is_filter(filter))
        error_at(&in, "filter", "\"%s\" is not a filter name that starts with \"kafka.\"", filter);
}

static void
add_text(const reading *r, const char *member, const char *text, GHashTable *table)
{
    keyed_text *entry = g_new0(keyed_text, 1);
    entry->at = document_place(r->document, r->object, member);
    entry->text = g_strdup(text);
    g_hash_table_replace(table, g_strdup(member), entry);
}

static void
read_structure_member(const reading *r, const char *member)
{
    if (!g_str_equal(member, "filter"))
        error_at(r, member, "unknown key \"%s\"", member);
}

static void
read_structure(const reading *r, const char *member)
{
    reading in;
    if (!inside(r, member, &in))
        return;
    each_member(&in, read_structure_member);
    if (!json_object_has_member(in.object, "filter")) {
        error_at(r, member, "\"%s\" has no \"filter\"", member);
        return;
    }
    const char *last = string_of(&in, "filter");
    if (last && !is_snake(last, ""))
        error_at(&in, "filter", "\"%s\" is not of lower-case letters, digits and underscores", last);
    else if (last)
        add_text(r, member, last, r->names->structs);
}

static void
read_message(const reading *r, const char *member)
{
    static const char *const known[] = { "filter", "label", NULL };
    reading in;
    if (!inside(r, member, &in))
        return;

    message_names *entry = g_new0(message_names, 1);
    entry->at = document_place(r->document, r->object, member);
    g_hash_table_replace(r->names->messages, g_strdup(member), entry);
    check_keys(&in, known);
    if (json_object_has_member(in.object, "filter"))
        entry->filter = g_strdup(string_of(&in, "filter"));
    if (json_object_has_member(in.object, "label"))
        entry->label = g_strdup(string_of(&in, "label"));
    if (entry->filter && !is_filter(entry->filter))
        error_at(&in, "filter", "\"%s\" is not a filter name that starts with \"kafka.\"", entry->filter);
}

static void
read_description(const reading *r, const char *member)
{
    const char *text = string_of(r, member);
    if (text)
        add_text(r, member, text, r->names->glossary);
}

static void
read_names_member(const reading *r, const char *member)
{
    static const struct {
        const char *member;
        read_member read;
    } parts[] = {
        { "words", read_word }, { "roles", read_role }, { "enums", read_enum }, { "bits", read_bits },
        { "fields", read_field }, { "structs", read_structure }, { "messages", read_message },
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (g_str_equal(member, parts[i].member)) {
            each_inside(r, member, parts[i].read);
            return;
        }
    }
    error_at(r, member, "unknown key \"%s\"", member);
}

static void
read_alias_roles(const reading *in, alias *a)
{
    JsonNode *node = json_object_get_member(in->object, "roles");
    if (!node || !JSON_NODE_HOLDS_ARRAY(node) || json_array_get_length(json_node_get_array(node)) == 0) {
        error_at(in, "roles", "\"roles\" of alias \"%s\" must be a list of roles", a->filter);
        return;
    }
    JsonArray *array = json_node_get_array(node);
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        JsonNode *element = json_array_get_element(array, i);
        if (!JSON_NODE_HOLDS_VALUE(element) || json_node_get_value_type(element) != G_TYPE_STRING)
            error_at(in, "roles", "a role must be a string, not %s", document_kind(element));
        else
            g_ptr_array_add(a->roles, g_strdup(json_node_get_string(element)));
    }
}

static void
read_alias(const reading *r, const char *member)
{
    static const char *const known[] = { "type", "label", "blurb", "format", "roles", NULL };
    reading in;
    if (!is_filter(member))
        error_at(r, member, "\"%s\" is not a filter name that starts with \"kafka.\"", member);
    if (!inside(r, member, &in))
        return;

    alias *a = g_new0(alias, 1);
    a->at = document_place(r->document, r->object, member);
    a->filter = g_strdup(member);
    a->c_name = g_strdelimit(g_strconcat("alias_", member + (is_filter(member) ? strlen("kafka.") : 0), NULL), ".",
                             '_');
    a->roles = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(r->names->aliases, a);

    check_keys(&in, known);
    a->type = g_strdup(string_of(&in, "type"));
    a->label = g_strdup(string_of(&in, "label"));
    if (json_object_has_member(in.object, "blurb"))
        a->blurb = g_strdup(string_of(&in, "blurb"));
    if (json_object_has_member(in.object, "format"))
        a->format = g_strdup(string_of(&in, "format"));
    read_alias_roles(&in, a);
}

/* Reads one of the files. False with `error` set if it is there but can't be read. */
static bool
read_file(names *n, diag *d, const char *schemas, const char *name, read_member read, GError **error)
{
    char *path = g_build_filename(schemas, name, NULL);
    char *text = NULL;
    gsize length;
    GError *fault = NULL;

    if (g_file_get_contents(path, &text, &length, &fault)) {
        document *doc = document_read(d, diag_file(d, path), text, length);
        if (doc)
            each_member(&(reading){ n, d, doc, document_root(doc) }, read);
        document_free(doc);
        g_free(text);
    } else if (g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT)) {
        g_clear_error(&fault);
    } else {
        g_propagate_error(error, fault);
    }
    g_free(path);
    return !fault;
}

names *
names_read(const char *schemas, diag *d, GError **error)
{
    names *n = names_new();
    if (read_file(n, d, schemas, "names.json", read_names_member, error) &&
        read_file(n, d, schemas, "aliases.json", read_alias, error) &&
        read_file(n, d, schemas, "glossary.json", read_description, error)) {
        names_check(n, d);
        return n;
    }
    names_free(n);
    return NULL;
}
