/* parse.c
 * JSON schemas to messages, types not yet tied
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "parse.h"
#include "members.h"
#include "parse_parts.h"
#include "source.h"

#include <string.h>

#define LARGEST_CONTROL_TYPE 255        /* those there are have small numbers, and index an array */

/** "request" stands in a schema for this kind. */
static const struct {
    const char *name;
    message_kind kind;
    content_kind content;
} kinds[] = {
    { "request", MESSAGE_REQUEST, CONTENT_NONE },
    { "response", MESSAGE_RESPONSE, CONTENT_NONE },
    { "header", MESSAGE_HEADER, CONTENT_NONE },
    { "data", MESSAGE_DATA, CONTENT_NONE },
    { "metadata", MESSAGE_DATA, CONTENT_RECORD },
    { "coordinator-key", MESSAGE_DATA, CONTENT_KEY },
    { "coordinator-value", MESSAGE_DATA, CONTENT_VALUE },
};

static const char *const message_keys[] = {
    "apiKey", "type", "listeners", "name", "validVersions", "flexibleVersions", "latestVersionUnstable",
    "deprecatedVersions", "headerVersions", "fallbackVersion", "noResponse", "topic", "controlTypes", "fields",
    "commonStructs", "about", NULL
};
static const char *const structure_keys[] = { "name", "versions", "fields", "about", NULL };
static const char *const field_keys[] = {
    "name", "type", "versions", "nullableVersions", "taggedVersions", "tag", "flexibleVersions", "default",
    "ignorable", "mapKey", "entityType", "zeroCopy", "length", "bits", "about", "fields", NULL
};

static void parse_fields(cursor *outer, JsonArray *array, GPtrArray *fields, const char *where);

/* Fields */

static void
parse_default(cursor *c, field *f)
{
    JsonNode *node = member_node(c, "default", false);
    char number[G_ASCII_DTOSTR_BUF_SIZE];

    if (!node)
        return;
    if (JSON_NODE_HOLDS_NULL(node)) {
        f->default_value = g_strdup("null");
    } else if (member_is_value(node, G_TYPE_STRING)) {
        f->default_value = g_strdup(json_node_get_string(node));
        f->default_is_string = true;
    } else if (member_is_value(node, G_TYPE_BOOLEAN)) {
        f->default_value = g_strdup(json_node_get_boolean(node) ? "true" : "false");
    } else if (member_is_value(node, G_TYPE_INT64)) {
        f->default_value = g_strdup_printf("%" G_GINT64_FORMAT, json_node_get_int(node));
    } else if (member_is_value(node, G_TYPE_DOUBLE)) {
        f->default_value = g_strdup(g_ascii_dtostr(number, sizeof number, json_node_get_double(node)));
    } else {
        member_wrong_kind(c, "default", "a string, a number, true, false or null", node);
    }
}

static const char *
element_type(const char *type)
{
    return g_str_has_prefix(type, "[]") ? type + 2 : type;
}

static void
parse_type(cursor *c, field *f)
{
    const char *type = member_string(c, "type", true);

    if (type && !member_is_name(element_type(type))) {
        diag_error(c->d, member_place(c, "type"), c->where, "bad type \"%s\"", type);
        type = NULL;
    }
    f->type = g_strdup(type ? type : "");
}

static field *
parse_field(cursor *c, const char *message_name)
{
    field *f = field_new();
    JsonArray *inner;

    member_check_keys(c, field_keys);
    f->at = member_place(c, NULL);
    f->name = g_strdup(member_name(c));
    parse_type(c, f);
    member_versions(c, "nullableVersions", false, &f->nullable);
    member_versions(c, "taggedVersions", false, &f->tagged);
    f->present = f->tagged;
    member_versions(c, "versions", versions_empty(f->tagged), &f->present);
    f->tag = member_number(c, "tag", G_MAXINT);
    f->has_flexible = json_object_has_member(c->object, "flexibleVersions");
    member_versions(c, "flexibleVersions", false, &f->flexible);
    parse_wire(c, f);
    parse_default(c, f);
    f->map_key = member_bool(c, "mapKey");
    f->ignorable = member_bool(c, "ignorable");
    f->zero_copy = member_bool(c, "zeroCopy");
    f->entity_type = g_strdup(member_string(c, "entityType", false));
    member_string(c, "about", false);

    inner = member_array(c, "fields", false);
    if (inner) {
        char *where = g_strdup_printf("%s.%s", message_name, element_type(f->type));

        f->fields = field_array_new();
        parse_fields(c, inner, f->fields, where);
        g_free(where);
    }
    return f;
}

/** The "fields" of the object that `outer` stands at; `where` is the struct that they make. */
static void
parse_fields(cursor *outer, JsonArray *array, GPtrArray *fields, const char *where)
{
    char *message_name = g_strndup(where, strcspn(where, "."));

    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        cursor c = *outer;

        c.where = where;
        c.object = member_element(outer, array, i, "fields");
        if (c.object)
            g_ptr_array_add(fields, parse_field(&c, message_name));
    }
    g_free(message_name);
}

static void
parse_common(cursor *outer, JsonArray *array, message *m)
{
    for (unsigned i = 0; i < json_array_get_length(array); i++) {
        cursor c = *outer;
        structure *s;
        JsonArray *fields;
        char *where;

        c.object = member_element(outer, array, i, "commonStructs");
        if (!c.object)
            continue;
        s = structure_new();
        s->common = true;
        s->at = member_place(&c, NULL);
        s->fields = field_array_new();
        member_check_keys(&c, structure_keys);
        s->name = g_strdup(member_name(&c));
        where = g_strdup_printf("%s.%s", outer->where, s->name ? s->name : "");
        c.where = where;
        member_versions(&c, "versions", true, &s->present);
        member_string(&c, "about", false);
        fields = member_array(&c, "fields", true);
        if (fields)
            parse_fields(&c, fields, s->fields, where);
        g_free(where);
        g_ptr_array_add(m->common, s);
    }
}

/* Messages */

static bool
has_headers(const message *m)
{
    return m->kind == MESSAGE_REQUEST || m->kind == MESSAGE_RESPONSE;
}

static int
compare_rules(gconstpointer a, gconstpointer b)
{
    return ((const header_rule *)a)->of.first - ((const header_rule *)b)->of.first;
}

static void
parse_headers(cursor *outer, message *m)
{
    JsonNode *node = member_node(outer, "headerVersions", false);
    cursor c = *outer;
    GList *ranges;

    if (!node)
        return;
    if (!has_headers(m))
        diag_error(c.d, member_place(outer, "headerVersions"), c.where,
                   "only requests and responses have \"headerVersions\"");
    if (!JSON_NODE_HOLDS_OBJECT(node)) {
        member_wrong_kind(outer, "headerVersions", "an object", node);
        return;
    }
    c.object = json_node_get_object(node);
    ranges = json_object_get_members(c.object);
    for (GList *range = ranges; range; range = range->next) {
        header_rule rule = { VERSIONS_NONE, member_number(&c, range->data, G_MAXINT16) };

        if (!versions_parse(range->data, &rule.of) || versions_empty(rule.of))
            diag_error(c.d, member_place(&c, range->data), c.where, "\"headerVersions\": bad version range \"%s\"",
                       (const char *)range->data);
        g_array_append_val(m->headers, rule);
    }
    if (!ranges)
        diag_error(c.d, member_place(outer, "headerVersions"), c.where, "\"headerVersions\" is empty");
    g_list_free(ranges);
    g_array_sort(m->headers, compare_rules);
}

/** One of Kafka's own files has no type (SubscriptionInfoData); ours must have. */
static void
parse_kind(cursor *c, message *m, bool lenient)
{
    const char *type = member_string(c, "type", !lenient);

    if (!type) {
        m->kind = MESSAGE_DATA;
        return;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (strcmp(type, kinds[i].name) == 0) {
            m->kind = kinds[i].kind;
            m->content = kinds[i].content;
            if ((has_headers(m) || m->content != CONTENT_NONE) && !json_object_has_member(c->object, "apiKey"))
                diag_error(c->d, member_place(c, NULL), c->where, "\"apiKey\" is missing");
            return;
        }
    }
    diag_error(c->d, member_place(c, "type"), c->where, "unknown message type \"%s\"", type);
}

static void
parse_control_types(cursor *c, message *m)
{
    JsonArray *types = member_array(c, "controlTypes", false);

    for (unsigned i = 0; types && i < json_array_get_length(types); i++) {
        JsonNode *node = json_array_get_element(types, i);
        gint64 type = member_is_value(node, G_TYPE_INT64) ? json_node_get_int(node) : -1;
        int kept = (int)type;

        if (type < 0 || type > LARGEST_CONTROL_TYPE)
            diag_error(c->d, member_place(c, "controlTypes"), c->where, "\"controlTypes\" must be numbers from 0 to %d",
                       LARGEST_CONTROL_TYPE);
        g_array_append_val(m->control_types, kept);
    }
    if (types && m->kind != MESSAGE_DATA)
        diag_error(c->d, member_place(c, "controlTypes"), c->where, "only data has \"controlTypes\"");
}

static void
parse_topic(cursor *c, message *m)
{
    m->topic = g_strdup(member_string(c, "topic", false));
    if (m->topic && m->content == CONTENT_NONE)
        diag_error(c->d, member_place(c, "topic"), c->where, "only \"metadata\", \"coordinator-key\" and "
                   "\"coordinator-value\" have a \"topic\"");
}

/** "listeners" and "deprecatedVersions" have no bearing on the bytes: looked at, not kept. */
static void
check_unused(cursor *c)
{
    JsonArray *listeners = member_array(c, "listeners", false);
    versions deprecated;

    member_versions(c, "deprecatedVersions", false, &deprecated);
    member_string(c, "about", false);
    for (unsigned i = 0; listeners && i < json_array_get_length(listeners); i++) {
        if (!member_is_value(json_array_get_element(listeners, i), G_TYPE_STRING))
            diag_error(c->d, member_place(c, "listeners"), c->where, "\"listeners\" must be strings");
    }
}

/** A message without a name is called after its file. */
static char *
file_stem(const char *file)
{
    char *stem = g_path_get_basename(file);

    if (g_str_has_suffix(stem, ".json"))
        stem[strlen(stem) - strlen(".json")] = '\0';
    return stem;
}

static message *
parse_root(cursor *c, bool lenient)
{
    message *m = message_new();
    const char *name = member_name(c);
    JsonArray *fields;
    JsonArray *common;

    m->at = member_place(c, NULL);
    m->name = name ? g_strdup(name) : file_stem(m->at.file);
    c->where = m->name;
    member_check_keys(c, message_keys);
    m->api_key = member_number(c, "apiKey", G_MAXINT16);
    parse_kind(c, m, lenient);
    parse_topic(c, m);
    parse_control_types(c, m);
    member_versions(c, "validVersions", true, &m->valid);
    member_versions(c, "flexibleVersions", false, &m->flexible);
    m->unstable = member_bool(c, "latestVersionUnstable");
    m->fallback = member_number(c, "fallbackVersion", VERSIONS_OPEN - 1);
    m->no_response = member_bool(c, "noResponse");
    check_unused(c);
    parse_headers(c, m);

    fields = member_array(c, "fields", !versions_empty(m->valid));
    if (fields)
        parse_fields(c, fields, m->fields, c->where);
    common = member_array(c, "commonStructs", false);
    if (common)
        parse_common(c, common, m);
    return m;
}

message *
parse_message(diag *d, const char *file, const char *folder, const char *text, gsize length, bool lenient)
{
    unsigned errors = diag_count(d);
    cursor c = { .d = d };
    message *m = NULL;

    file = diag_file(d, file);
    c.doc = lenient ? document_read_with_repeats(d, file, text, length) : document_read(d, file, text, length);
    if (!c.doc)
        return NULL;
    c.object = document_root(c.doc);
    m = parse_root(&c, lenient);
    m->folder = g_strdup(folder);
    document_free(c.doc);
    if (diag_count(d) > errors) {
        message_free(m);
        m = NULL;
    }
    return m;
}

static bool
parse_folder(diag *d, const char *schemas_dir, const char *folder, model *all, GError **error)
{
    char *path = g_build_filename(schemas_dir, folder, NULL);
    GPtrArray *files = NULL;

    if (g_file_test(path, G_FILE_TEST_EXISTS)) {
        files = source_read_folder(path, error);
        if (!files) {
            g_free(path);
            return false;
        }
    }
    for (unsigned i = 0; files && i < files->len; i++) {
        const source_file *source = g_ptr_array_index(files, i);
        char *name = g_build_filename(path, source->name, NULL);
        message *m = parse_message(d, name, folder, source->text, source->length, false);

        if (m && versions_empty(m->valid))
            message_free(m);
        else if (m)
            g_ptr_array_add(all->messages, m);
        g_free(name);
    }
    if (files)
        g_ptr_array_unref(files);
    g_free(path);
    return true;
}

model *
parse_schemas(diag *d, const char *schemas_dir, GError **error)
{
    static const char *const folders[] = { "data", "embedded", "legacy", "records", "rpc" };
    model *all = model_new();

    if (!g_file_test(schemas_dir, G_FILE_TEST_IS_DIR)) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "%s: no such folder", schemas_dir);
        model_free(all);
        return NULL;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(folders); i++) {
        if (!parse_folder(d, schemas_dir, folders[i], all, error)) {
            model_free(all);
            return NULL;
        }
    }
    return all;
}
