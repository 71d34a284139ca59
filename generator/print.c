/* print.c
 * The model as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "print.h"

static void
add_versions(GString *line, const char *before, versions v)
{
    char *text = versions_text(v);
    g_string_append_printf(line, "%s%s", before, text);
    g_free(text);
}

static void
print_bits(writer *w, const field *f)
{
    writer_indent(w);
    for (unsigned i = 0; i < f->bits->len; i++) {
        const bit_field *b = f->bits->pdata[i];
        GString *line = g_string_new(NULL);

        g_string_printf(line, "bits 0x%x %s", b->mask, b->name);
        if (!versions_equal(b->present, VERSIONS_ALL))
            add_versions(line, " ", b->present);
        if (b->role)
            g_string_append_printf(line, ", role %s", b->role);
        if (b->enumeration)
            g_string_append_printf(line, ", format %s", b->enumeration);
        writer_line(w, "%s, %s", line->str, b->filter);
        g_string_free(line, TRUE);
    }
    writer_outdent(w);
}

static void
print_field(writer *w, const field *f)
{
    GString *line = g_string_new(NULL);
    g_string_append_printf(line, "%s %s", f->name, f->type);
    add_versions(line, " ", f->present);
    if (!versions_empty(f->nullable))
        add_versions(line, ", nullable ", f->nullable);
    if (f->tag >= 0) {
        g_string_append_printf(line, ", tag %d", f->tag);
        add_versions(line, " ", f->tagged);
    }
    if (f->has_flexible)
        add_versions(line, ", flexible ", f->flexible);
    if (f->length != LENGTH_BY_VERSION)
        g_string_append_printf(line, ", length %s", length_name(f->length));
    if (f->role)
        g_string_append_printf(line, ", role %s", f->role);
    if (f->format)
        g_string_append_printf(line, ", format %s", f->format);
    g_string_append_printf(line, ", %s", f->filter);
    writer_line(w, "%s", line->str);
    g_string_free(line, TRUE);
    if (f->bits)
        print_bits(w, f);
}

static void
print_fields(writer *w, const GPtrArray *fields)
{
    writer_indent(w);
    for (unsigned i = 0; i < fields->len; i++)
        print_field(w, fields->pdata[i]);
    writer_outdent(w);
}

static void
print_message(writer *w, const message *m)
{
    static const char *const kinds[] = {
        [MESSAGE_REQUEST] = "request", [MESSAGE_RESPONSE] = "response",
        [MESSAGE_HEADER] = "header", [MESSAGE_DATA] = "data",
    };
    GString *line = g_string_new(NULL);

    g_string_printf(line, "%s/%s %s", m->folder, m->name, kinds[m->kind]);
    if (m->api_key >= 0)
        g_string_append_printf(line, ", key %d", m->api_key);
    add_versions(line, ", versions ", m->valid);
    if (m->unstable)
        g_string_append(line, ", newest unstable");
    add_versions(line, ", flexible ", m->flexible);
    for (unsigned i = 0; i < m->headers->len; i++) {
        const header_rule *rule = &g_array_index(m->headers, header_rule, i);
        g_string_append_printf(line, ", header %d", rule->header);
        add_versions(line, " ", rule->of);
    }
    if (m->fallback >= 0)
        g_string_append_printf(line, ", fallback %d", m->fallback);
    if (m->no_response)
        g_string_append(line, ", no response");
    if (m->topic)
        g_string_append_printf(line, ", %s of %s", m->content == CONTENT_KEY ? "key" : "value", m->topic);
    for (unsigned i = 0; i < m->control_types->len; i++)
        g_string_append_printf(line, ", control type %d", g_array_index(m->control_types, int, i));
    g_string_append_printf(line, ", %s", m->filter);
    if (!g_str_equal(m->label, m->name))
        g_string_append_printf(line, " \"%s\"", m->label);
    writer_line(w, "%s", line->str);
    g_string_free(line, TRUE);

    print_fields(w, m->fields);
    writer_indent(w);
    for (unsigned i = 0; i < m->structures->len; i++) {
        const structure *s = m->structures->pdata[i];
        char *present = versions_text(s->present);
        writer_line(w, "%s %s, versions %s, %s", s->common ? "common struct" : "struct", s->name, present, s->filter);
        print_fields(w, s->fields);
        g_free(present);
    }
    writer_outdent(w);
}

void
print_model(writer *w, const model *m)
{
    for (unsigned i = 0; i < m->messages->len; i++)
        print_message(w, m->messages->pdata[i]);
}
