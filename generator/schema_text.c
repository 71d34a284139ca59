/* schema_text.c
 * A message as the text of a schema file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "schema_text.h"

#include <string.h>

#define WIDTH 120

static const char *
kind_text(const message *m)
{
    static const char *const kinds[] = {
        [MESSAGE_REQUEST] = "request",
        [MESSAGE_RESPONSE] = "response",
        [MESSAGE_HEADER] = "header",
        [MESSAGE_DATA] = "data",
    };
    static const char *const contents[] = {
        [CONTENT_RECORD] = "metadata",
        [CONTENT_KEY] = "coordinator-key",
        [CONTENT_VALUE] = "coordinator-value",
    };
    return m->content == CONTENT_NONE ? kinds[m->kind] : contents[m->content];
}

static void append_fields(GString *text, GPtrArray *fields, int indent);

/** With its quotes, for the caller to free. */
static char *
quote(const char *value)
{
    GString *quoted = g_string_new("\"");

    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            g_string_append_printf(quoted, "\\%c", *value);
        else if ((guchar)*value < 0x20)
            g_string_append_printf(quoted, "\\u%04x", *value);
        else
            g_string_append_c(quoted, *value);
    }
    g_string_append_c(quoted, '"');
    return g_string_free(quoted, FALSE);
}

static void
add_member(GPtrArray *members, const char *name, const char *value)
{
    g_ptr_array_add(members, g_strdup_printf("\"%s\": %s", name, value));
}

/** Takes `value`. */
static void
add_string(GPtrArray *members, const char *name, char *value)
{
    char *quoted = quote(value);

    add_member(members, name, quoted);
    g_free(quoted);
    g_free(value);
}

static void
add_versions(GPtrArray *members, const char *name, versions v)
{
    add_string(members, name, versions_text(v));
}

static char *
bits_text(const GPtrArray *bits)
{
    GString *text = g_string_new("{");

    for (unsigned i = 0; i < bits->len; i++) {
        const bit_field *b = g_ptr_array_index(bits, i);

        g_string_append_printf(text, "%s \"%s\": { \"mask\": %u", i > 0 ? "," : "", b->name, b->mask);
        if (b->enumeration)
            g_string_append_printf(text, ", \"enum\": \"%s\"", b->enumeration);
        if (!versions_equal(b->present, VERSIONS_ALL)) {
            char *present = versions_text(b->present);

            g_string_append_printf(text, ", \"versions\": \"%s\"", present);
            g_free(present);
        }
        g_string_append(text, " }");
    }
    g_string_append(text, " }");
    return g_string_free(text, FALSE);
}

static GPtrArray *
field_members(const field *f)
{
    GPtrArray *members = g_ptr_array_new_with_free_func(g_free);

    add_string(members, "name", g_strdup(f->name));
    add_string(members, "type", g_strdup(f->type));
    add_versions(members, "versions", f->present);
    if (!versions_empty(f->nullable))
        add_versions(members, "nullableVersions", f->nullable);
    if (f->has_flexible)
        add_versions(members, "flexibleVersions", f->flexible);
    if (f->length != LENGTH_BY_VERSION)
        add_string(members, "length", g_strdup(length_name(f->length)));
    if (f->bits) {
        char *bits = bits_text(f->bits);

        add_member(members, "bits", bits);
        g_free(bits);
    }
    if (!versions_empty(f->tagged)) {
        char *tag = g_strdup_printf("%d", f->tag);

        add_versions(members, "taggedVersions", f->tagged);
        add_member(members, "tag", tag);
        g_free(tag);
    }
    if (f->default_value && f->default_is_string)
        add_string(members, "default", g_strdup(f->default_value));
    else if (f->default_value)
        add_member(members, "default", f->default_value);
    if (f->map_key)
        add_member(members, "mapKey", "true");
    if (f->entity_type)
        add_string(members, "entityType", g_strdup(f->entity_type));
    return members;
}

/** The members of an object and `end` behind the last one, as one line or as many as it takes. */
static void
append_members(GString *text, GPtrArray *members, int indent, const char *end)
{
    gsize start = text->len;

    g_string_append_printf(text, "%*s{", indent, "");
    for (unsigned i = 0; i < members->len; i++) {
        const char *member = g_ptr_array_index(members, i);
        bool is_last = i + 1 == members->len;
        gsize columns = text->len - start + 1 + strlen(member) + (is_last ? strlen(end) : 1);

        if (i > 0 && columns > WIDTH) {
            g_string_append_c(text, '\n');
            start = text->len;
            g_string_append_printf(text, "%*s", indent + 1, "");
        }
        g_string_append_printf(text, " %s%s", member, is_last ? end : ",");
    }
}

/** Takes `members`, of an object that ends in "fields" if there are any. */
static void
append_object(GString *text, GPtrArray *members, GPtrArray *fields, int indent, bool is_last)
{
    if (fields && fields->len > 0) {
        g_ptr_array_add(members, g_strdup("\"fields\": ["));
        append_members(text, members, indent, "\n");
        append_fields(text, fields, indent + 2);
        g_string_append_printf(text, "%*s]}%s\n", indent, "", is_last ? "" : ",");
    } else {
        if (fields)
            g_ptr_array_add(members, g_strdup("\"fields\": []"));
        append_members(text, members, indent, is_last ? " }\n" : " },\n");
    }
    g_ptr_array_unref(members);
}

static void
append_fields(GString *text, GPtrArray *fields, int indent)
{
    for (unsigned i = 0; i < fields->len; i++) {
        const field *f = g_ptr_array_index(fields, i);

        append_object(text, field_members(f), f->fields, indent, i + 1 == fields->len);
    }
}

static void
append_common(GString *text, GPtrArray *common)
{
    g_string_append(text, ",\n  \"commonStructs\": [\n");
    for (unsigned i = 0; i < common->len; i++) {
        const structure *s = g_ptr_array_index(common, i);
        GPtrArray *members = g_ptr_array_new_with_free_func(g_free);

        add_string(members, "name", g_strdup(s->name));
        add_versions(members, "versions", s->present);
        append_object(text, members, s->fields, 4, i + 1 == common->len);
    }
    g_string_append(text, "  ]");
}

static char *
headers_text(const GArray *headers)
{
    GString *text = g_string_new("{");

    for (unsigned i = 0; i < headers->len; i++) {
        const header_rule *rule = &g_array_index(headers, header_rule, i);
        char *of = versions_text(rule->of);

        g_string_append_printf(text, "%s \"%s\": %d", i > 0 ? "," : "", of, rule->header);
        g_free(of);
    }
    g_string_append(text, " }");
    return g_string_free(text, FALSE);
}

static char *
numbers_text(const GArray *numbers)
{
    GString *text = g_string_new("[");

    for (unsigned i = 0; i < numbers->len; i++)
        g_string_append_printf(text, i > 0 ? ", %d" : "%d", g_array_index(numbers, int, i));
    g_string_append_c(text, ']');
    return g_string_free(text, FALSE);
}

static void
add_number(GPtrArray *members, const char *name, int value)
{
    g_ptr_array_add(members, g_strdup_printf("\"%s\": %d", name, value));
}

static GPtrArray *
message_members(const message *m)
{
    GPtrArray *members = g_ptr_array_new_with_free_func(g_free);

    if (m->api_key >= 0)
        add_number(members, "apiKey", m->api_key);
    add_string(members, "type", g_strdup(kind_text(m)));
    add_string(members, "name", g_strdup(m->name));
    add_versions(members, "validVersions", m->valid);
    if (m->unstable)
        add_member(members, "latestVersionUnstable", "true");
    add_versions(members, "flexibleVersions", m->flexible);
    if (m->headers->len > 0) {
        char *headers = headers_text(m->headers);

        add_member(members, "headerVersions", headers);
        g_free(headers);
    }
    if (m->fallback >= 0)
        add_number(members, "fallbackVersion", m->fallback);
    if (m->topic)
        add_string(members, "topic", g_strdup(m->topic));
    if (m->control_types->len > 0) {
        char *types = numbers_text(m->control_types);

        add_member(members, "controlTypes", types);
        g_free(types);
    }
    return members;
}

char *
schema_text(const message *m)
{
    GString *text = g_string_new("{\n");
    GPtrArray *members = message_members(m);

    for (unsigned i = 0; i < members->len; i++)
        g_string_append_printf(text, "  %s,\n", (const char *)g_ptr_array_index(members, i));
    g_ptr_array_unref(members);

    if (m->fields->len > 0) {
        g_string_append(text, "  \"fields\": [\n");
        append_fields(text, m->fields, 4);
        g_string_append(text, "  ]");
    } else {
        g_string_append(text, "  \"fields\": []");
    }
    if (m->common->len > 0)
        append_common(text, m->common);
    g_string_append(text, "\n}\n");
    return g_string_free(text, FALSE);
}
