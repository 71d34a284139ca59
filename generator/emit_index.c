/* emit_index.c
 * What all messages have in common: messages.h, index.c, values.c
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "emit_parts.h"

/* The messages that are in some version, in the order of the model; of message*, for the caller to free. */
static GPtrArray *
valid_messages(const model *m)
{
    GPtrArray *valid = g_ptr_array_new();
    for (unsigned i = 0; i < m->messages->len; i++) {
        if (!versions_empty(((const message *)m->messages->pdata[i])->valid))
            g_ptr_array_add(valid, m->messages->pdata[i]);
    }
    return valid;
}

static gint
compare_keys(gconstpointer a, gconstpointer b)
{
    const message *const *x = a;
    const message *const *y = b;
    return (*x)->api_key - (*y)->api_key;
}

/* schemas/legacy/ has a protocol of its own, with its own API keys. */
static bool
is_legacy(const message *m)
{
    return g_strcmp0(m->folder, "legacy") == 0;
}

/* The requests or responses of a protocol, by API key. */
static GPtrArray *
of_kind(const GPtrArray *messages, bool legacy, message_kind kind)
{
    GPtrArray *found = g_ptr_array_new();
    for (unsigned i = 0; i < messages->len; i++) {
        const message *m = messages->pdata[i];
        if (m->kind == kind && is_legacy(m) == legacy)
            g_ptr_array_add(found, messages->pdata[i]);
    }
    g_ptr_array_sort(found, compare_keys);
    return found;
}

static bool
has_legacy(const GPtrArray *messages)
{
    for (unsigned i = 0; i < messages->len; i++) {
        if (is_legacy(messages->pdata[i]))
            return true;
    }
    return false;
}

/* FetchRequest is a message of Fetch. */
static char *
api_name(const message *request)
{
    return g_strndup(request->name, strlen(request->name) - strlen("Request"));
}

static writer *
messages_header(const GPtrArray *messages, const names *n)
{
    writer *w = writer_new();

    emit_head(w, "schemas/");
    writer_line(w, "#ifndef KAFKA_MESSAGES_H");
    writer_line(w, "#define KAFKA_MESSAGES_H");
    writer_blank(w);
    writer_line(w, "#include \"format.h\"");
    writer_line(w, "#include \"reader.h\"");
    writer_blank(w);
    for (unsigned i = 0; i < messages->len; i++)
        writer_line(w, "extern const kafka_message kafka_%s;", ((const message *)messages->pdata[i])->c_name);
    writer_blank(w);
    writer_line(w, "/** All of them. */");
    writer_line(w, "extern const kafka_message *const kafka_messages[];");
    writer_line(w, "extern const unsigned kafka_message_count;");
    writer_blank(w);
    writer_line(w, "/** By API key; all is NULL for a key that no API has. */");
    writer_line(w, "extern const kafka_api kafka_apis[];");
    writer_line(w, "extern const unsigned kafka_api_count;");
    writer_line(w, "extern value_string_ext kafka_api_values;");
    if (has_legacy(messages)) {
        writer_blank(w);
        writer_line(w, "/** By request type of Kafka 0.7; a request that is never answered has no response. */");
        writer_line(w, "extern const kafka_api kafka_legacy_apis[];");
        writer_line(w, "extern const unsigned kafka_legacy_api_count;");
    }
    if (n->enums->len > 0)
        writer_blank(w);
    for (unsigned i = 0; i < n->enums->len; i++)
        writer_line(w, "extern value_string_ext kafka_%s_values;", ((const value_set *)n->enums->pdata[i])->name);
    if (n->bits->len > 0)
        writer_blank(w);
    for (unsigned i = 0; i < n->bits->len; i++) {
        const value_set *set = n->bits->pdata[i];
        writer_line(w, "void kafka_format_%s(char *out, uint32_t value);", set->name);
    }
    writer_blank(w);
    writer_line(w, "#endif");
    return w;
}

static char *
response_address(const message *request, const GPtrArray *responses)
{
    for (unsigned i = 0; i < responses->len; i++) {
        const message *response = responses->pdata[i];
        if (response->api_key == request->api_key)
            return g_strdup_printf("&kafka_%s", response->c_name);
    }
    return g_strdup("NULL");
}

static void
emit_apis(writer *w, const char *table, const GPtrArray *requests, const GPtrArray *responses)
{
    int count = 0;

    writer_line(w, "const kafka_api kafka_%ss[] = {", table);
    writer_indent(w);
    for (unsigned i = 0; i < requests->len; i++) {
        const message *request = requests->pdata[i];
        char *name = api_name(request);
        char *head = g_strdup_printf("[%d] = { ", request->api_key);
        char *quoted = writer_quote(name);
        char *request_name = g_strdup_printf("&kafka_%s", request->c_name);
        char *response_name = response_address(request, responses);
        writer_list(w, head, (const char *const[]){ quoted, request_name, response_name, NULL }, " },");
        count = request->api_key + 1;
        g_free(name);
        g_free(head);
        g_free(quoted);
        g_free(request_name);
        g_free(response_name);
    }
    if (requests->len == 0)
        writer_line(w, "{ NULL, NULL, NULL },");
    writer_outdent(w);
    writer_line(w, "};");
    writer_line(w, "const unsigned kafka_%s_count = %d;", table, count);
}

static writer *
index_source(const GPtrArray *messages)
{
    writer *w = writer_new();
    GPtrArray *requests = of_kind(messages, false, MESSAGE_REQUEST);
    GPtrArray *responses = of_kind(messages, false, MESSAGE_RESPONSE);
    GPtrArray *legacy_requests = of_kind(messages, true, MESSAGE_REQUEST);
    GPtrArray *legacy_responses = of_kind(messages, true, MESSAGE_RESPONSE);

    emit_head(w, "schemas/");
    writer_line(w, "#include \"messages.h\"");
    writer_blank(w);
    writer_line(w, "const kafka_message *const kafka_messages[] = {");
    for (unsigned i = 0; i < messages->len; i++)
        writer_line(w, "    &kafka_%s,", ((const message *)messages->pdata[i])->c_name);
    if (messages->len == 0)
        writer_line(w, "    NULL");
    writer_line(w, "};");
    writer_line(w, "const unsigned kafka_message_count = %u;", messages->len);
    writer_blank(w);

    emit_apis(w, "api", requests, responses);
    if (legacy_requests->len > 0) {
        writer_blank(w);
        emit_apis(w, "legacy_api", legacy_requests, legacy_responses);
    }
    g_ptr_array_free(requests, TRUE);
    g_ptr_array_free(responses, TRUE);
    g_ptr_array_free(legacy_requests, TRUE);
    g_ptr_array_free(legacy_responses, TRUE);
    return w;
}

static void
emit_value(writer *w, const named_value *value)
{
    char *quoted = writer_quote(value->name);

    writer_line(w, "    { %s%d, %s },", value->value < 0 ? "(uint32_t)" : "", value->value, quoted);
    g_free(quoted);
}

/* Ascending as unsigned numbers: so Wireshark finds a name by bisection. */
static void
emit_values(writer *w, const char *name, const GArray *values)
{
    writer_line(w, "static const value_string %s[] = {", name);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < values->len; i++) {
            const named_value *value = &g_array_index(values, named_value, i);
            if ((value->value < 0) == (pass == 1))
                emit_value(w, value);
        }
    }
    writer_line(w, "    { 0, NULL }");
    writer_line(w, "};");
}

static void
emit_api_values(writer *w, const GPtrArray *requests)
{
    writer_line(w, "static const value_string api_values[] = {");
    for (unsigned i = 0; i < requests->len; i++) {
        char *name = api_name(requests->pdata[i]);
        writer_line(w, "    { %d, \"%s\" },", ((const message *)requests->pdata[i])->api_key, name);
        g_free(name);
    }
    writer_line(w, "    { 0, NULL }");
    writer_line(w, "};");
    writer_line(w, "value_string_ext kafka_api_values = VALUE_STRING_EXT_INIT(api_values);");
}

static writer *
values_source(const GPtrArray *requests, const names *n)
{
    writer *w = writer_new();

    emit_head(w, "schemas/");
    writer_line(w, "#include \"messages.h\"");
    writer_blank(w);
    for (unsigned i = 0; i < n->enums->len; i++) {
        const value_set *set = n->enums->pdata[i];
        char *name = g_strdup_printf("%s_values", set->name);
        emit_values(w, name, set->values);
        writer_line(w, "value_string_ext kafka_%s = VALUE_STRING_EXT_INIT(%s);", name, name);
        writer_blank(w);
        g_free(name);
    }
    for (unsigned i = 0; i < n->bits->len; i++) {
        const value_set *set = n->bits->pdata[i];
        char *name = g_strdup_printf("%s_bits", set->name);
        emit_values(w, name, set->values);
        writer_blank(w);
        writer_line(w, "void");
        writer_line(w, "kafka_format_%s(char *out, uint32_t value)", set->name);
        writer_line(w, "{");
        writer_line(w, "    kafka_format_bits(out, value, %s);", name);
        writer_line(w, "}");
        writer_blank(w);
        g_free(name);
    }
    emit_api_values(w, requests);
    return w;
}

void
emit_index(const model *m, const names *n, output *o)
{
    GPtrArray *messages = valid_messages(m);
    GPtrArray *requests = of_kind(messages, false, MESSAGE_REQUEST);

    output_add(o, "messages.h", messages_header(messages, n));
    output_add(o, "index.c", index_source(messages));
    output_add(o, "values.c", values_source(requests, n));

    g_ptr_array_free(messages, TRUE);
    g_ptr_array_free(requests, TRUE);
}
