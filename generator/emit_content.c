/* emit_content.c
 * contents.c: what there is in Kafka's own topics and in control records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "emit_parts.h"

static gint
compare_topics(gconstpointer a, gconstpointer b)
{
    const message *const *x = a;
    const message *const *y = b;
    int order = g_strcmp0((*x)->topic, (*y)->topic);
    return order ? order : (*x)->api_key - (*y)->api_key;
}

/* The messages of topics, by topic and type; of message*, for the caller to free. */
static GPtrArray *
contents_of(const model *m)
{
    GPtrArray *found = g_ptr_array_new();
    for (unsigned i = 0; i < m->messages->len; i++) {
        const message *one = m->messages->pdata[i];
        if (one->topic && !versions_empty(one->valid))
            g_ptr_array_add(found, m->messages->pdata[i]);
    }
    g_ptr_array_sort(found, compare_topics);
    return found;
}

/* "__consumer_offsets" is consumer_offsets; for the caller to free. */
static char *
identifier_of(const char *topic)
{
    char *name = g_strcanon(g_strdup(topic), "abcdefghijklmnopqrstuvwxyz0123456789", '_');
    char *stripped = g_strdup(name + strspn(name, "_"));
    g_free(name);
    return stripped;
}

/* Those of the `count` messages that are keys, or those that are not; returns how many types there are. */
static int
emit_table(writer *w, const message *const *contents, unsigned count, bool keys, const char *table)
{
    int types = 0;
    for (unsigned i = 0; i < count; i++) {
        if ((contents[i]->content == CONTENT_KEY) != keys)
            continue;
        if (types == 0)
            writer_line(w, "static const kafka_message *const %s[] = {", table);
        writer_line(w, "    [%d] = &kafka_%s,", contents[i]->api_key, contents[i]->c_name);
        types = contents[i]->api_key + 1;
    }
    if (types > 0) {
        writer_line(w, "};");
        writer_blank(w);
    }
    return types;
}

/* The tables of a topic; its line of kafka_internal_topics goes to `lines`. */
static void
emit_topic(writer *w, GString *lines, const message *const *contents, unsigned count)
{
    char *name = identifier_of(contents[0]->topic);
    char *keys = g_strconcat(name, "_keys", NULL);
    char *values = g_strconcat(name, "_values", NULL);
    int key_types = emit_table(w, contents, count, true, keys);
    int value_types = emit_table(w, contents, count, false, values);

    g_string_append_printf(lines, "    { \"%s\", %s, %s, %d, %s, %d },\n", contents[0]->topic,
                           contents[0]->content == CONTENT_RECORD ? "KAFKA_FRAMED_BY_VALUE" : "KAFKA_FRAMED_BY_KEY",
                           key_types > 0 ? keys : "NULL", key_types, value_types > 0 ? values : "NULL", value_types);
    g_free(name);
    g_free(keys);
    g_free(values);
}

static void
emit_topics(writer *w, const model *m)
{
    GPtrArray *contents = contents_of(m);
    GString *lines = g_string_new(NULL);
    unsigned topics = 0;
    unsigned end;

    for (unsigned i = 0; i < contents->len; i = end, topics++) {
        const message *const *first = (const message *const *)&contents->pdata[i];
        for (end = i + 1; end < contents->len; end++) {
            if (!g_str_equal(((const message *)contents->pdata[end])->topic, first[0]->topic))
                break;
        }
        emit_topic(w, lines, first, end - i);
    }
    if (topics == 0)
        g_string_append(lines, "    { NULL, KAFKA_FRAMED_BY_KEY, NULL, 0, NULL, 0 },\n");
    writer_line(w, "const kafka_internal_topic kafka_internal_topics[] = {");
    writer_line(w, "%.*s", (int)lines->len - 1, lines->str);
    writer_line(w, "};");
    writer_line(w, "const unsigned kafka_internal_topic_count = %u;", topics);
    writer_blank(w);
    g_string_free(lines, TRUE);
    g_ptr_array_free(contents, TRUE);
}

/* By type, of const message*, for the caller to free. */
static GPtrArray *
control_records_of(const model *m)
{
    GPtrArray *by_type = g_ptr_array_new();
    for (unsigned i = 0; i < m->messages->len; i++) {
        message *one = m->messages->pdata[i];
        for (unsigned j = 0; j < one->control_types->len; j++) {
            unsigned type = (unsigned)g_array_index(one->control_types, int, j);
            if (type >= by_type->len)
                g_ptr_array_set_size(by_type, (int)type + 1);
            by_type->pdata[type] = one;
        }
    }
    return by_type;
}

static void
emit_control_records(writer *w, const model *m)
{
    GPtrArray *by_type = control_records_of(m);

    writer_line(w, "const kafka_message *const kafka_control_records[] = {");
    for (unsigned type = 0; type < by_type->len; type++) {
        const message *one = by_type->pdata[type];
        if (one)
            writer_line(w, "    [%u] = &kafka_%s,", type, one->c_name);
    }
    if (by_type->len == 0)
        writer_line(w, "    NULL");
    writer_line(w, "};");
    writer_line(w, "const unsigned kafka_control_record_count = %u;", by_type->len);
    g_ptr_array_free(by_type, TRUE);
}

void
emit_content(const model *m, output *o)
{
    writer *w = writer_new();

    emit_head(w, "schemas/");
    writer_line(w, "#include \"content.h\"");
    writer_line(w, "#include \"messages.h\"");
    writer_blank(w);
    emit_topics(w, m);
    emit_control_records(w, m);
    output_add(o, "contents.c", w);
}
