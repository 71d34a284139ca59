/* model.c
 * What the schemas say: messages, structs, fields
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "model.h"

const char *
length_name(length_form form)
{
    static const char *const names[] = {
        [LENGTH_VARINT] = "varint", [LENGTH_INT16] = "int16", [LENGTH_INT32] = "int32", [LENGTH_REST] = "rest",
    };
    return names[form];
}

static void
free_field(gpointer data)
{
    field_free(data);
}

static void
free_structure(gpointer data)
{
    structure_free(data);
}

static void
free_message(gpointer data)
{
    message_free(data);
}

static void
free_bit_field(gpointer data)
{
    bit_field *b = data;

    g_free(b->name);
    g_free(b->enumeration);
    g_free(b->c_name);
    g_free(b->filter);
    g_free(b->blurb);
    g_free(b);
}

GPtrArray *
bit_array_new(void)
{
    return g_ptr_array_new_with_free_func(free_bit_field);
}

GPtrArray *
field_array_new(void)
{
    return g_ptr_array_new_with_free_func(free_field);
}

field *
field_new(void)
{
    field *f = g_new0(field, 1);

    f->present = VERSIONS_NONE;
    f->nullable = VERSIONS_NONE;
    f->tagged = VERSIONS_NONE;
    f->flexible = VERSIONS_NONE;
    f->tag = -1;
    return f;
}

void
field_free(field *f)
{
    if (!f)
        return;
    g_free(f->name);
    g_free(f->type);
    g_free(f->default_value);
    g_free(f->entity_type);
    if (f->fields)
        g_ptr_array_unref(f->fields);
    if (f->bits)
        g_ptr_array_unref(f->bits);
    g_free(f->label);
    g_free(f->c_name);
    g_free(f->filter);
    g_free(f->blurb);
    g_free(f);
}

structure *
structure_new(void)
{
    structure *s = g_new0(structure, 1);

    s->present = VERSIONS_NONE;
    return s;
}

void
structure_free(structure *s)
{
    if (!s)
        return;
    g_free(s->name);
    if (s->fields)
        g_ptr_array_unref(s->fields);
    g_free(s->c_name);
    g_free(s->filter);
    g_free(s);
}

message *
message_new(void)
{
    message *m = g_new0(message, 1);

    m->api_key = -1;
    m->valid = VERSIONS_NONE;
    m->flexible = VERSIONS_NONE;
    m->headers = g_array_new(FALSE, FALSE, sizeof(header_rule));
    m->control_types = g_array_new(FALSE, FALSE, sizeof(int));
    m->fallback = -1;
    m->fields = field_array_new();
    m->common = g_ptr_array_new_with_free_func(free_structure);
    m->structures = g_ptr_array_new();
    return m;
}

void
message_free(message *m)
{
    if (!m)
        return;
    for (unsigned i = 0; i < m->structures->len; i++) {
        structure *s = g_ptr_array_index(m->structures, i);

        if (!s->common)
            structure_free(s);
    }
    g_ptr_array_unref(m->structures);
    g_ptr_array_unref(m->common);
    g_ptr_array_unref(m->fields);
    g_array_unref(m->headers);
    g_array_unref(m->control_types);
    g_free(m->topic);
    g_free(m->folder);
    g_free(m->name);
    g_free(m->c_name);
    g_free(m->filter);
    g_free(m->label);
    g_free(m->blurb);
    g_free(m);
}

model *
model_new(void)
{
    model *m = g_new0(model, 1);

    m->messages = g_ptr_array_new_with_free_func(free_message);
    return m;
}

void
model_free(model *m)
{
    if (!m)
        return;
    g_ptr_array_unref(m->messages);
    g_free(m);
}
