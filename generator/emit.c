/* emit.c
 * C code from a named model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "emit.h"

#include "emit_parts.h"

part
part_of_message(const message *m)
{
    return (part){ m, NULL, m->name, m->c_name, m->fields, m->valid };
}

part
part_of_structure(const message *m, const structure *s)
{
    return (part){ m, s, s->name, s->c_name, s->fields, s->present };
}

static void
add_part(GPtrArray *parts, part p)
{
    part *copy = g_new(part, 1);
    *copy = p;
    g_ptr_array_add(parts, copy);
}

GPtrArray *
message_parts(const message *m)
{
    GPtrArray *parts = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < m->structures->len; i++) {
        const structure *s = m->structures->pdata[i];
        if (!versions_empty(s->present))
            add_part(parts, part_of_structure(m, s));
    }
    add_part(parts, part_of_message(m));
    return parts;
}

static bool
is_reached(const part *p, const field *f)
{
    return !versions_empty(versions_intersect(f->present, p->present));
}

bool
field_has_item(const part *p, const field *f)
{
    for (unsigned i = 0; p->fields->pdata[i] != f; i++) {
        const field *before = p->fields->pdata[i];
        if (g_str_equal(before->c_name, f->c_name) && is_reached(p, before))
            return false;
    }
    return is_reached(p, f);
}

bool
field_has_elements(const field *f)
{
    return f->array && f->kind != TYPE_STRUCT;
}

void
emit_head(writer *w, const char *source)
{
    writer_line(w, "/* " EMIT_MARK " from %s. Do not edit.", source);
    writer_line(w, " * To make it again: kafka-gen generate schemas generated");
    writer_line(w, " *");
    writer_line(w, " * SPDX-License-Identifier: GPL-2.0-or-later");
    writer_line(w, " */");
    writer_blank(w);
}

static char *
versions_initializer(versions v)
{
    if (versions_empty(v))
        return g_strdup("{ 1, 0 }");
    if (v.last == VERSIONS_OPEN)
        return g_strdup_printf("{ %d, KAFKA_NEWEST }", v.first);
    return g_strdup_printf("{ %d, %d }", v.first, v.last);
}

static void
emit_headers(writer *w, const message *m)
{
    GString *rules = g_string_new(NULL);
    for (unsigned i = 0; i < m->headers->len; i++) {
        const header_rule *rule = &g_array_index(m->headers, header_rule, i);
        g_string_append_printf(rules, "%s{ %d, %d }", i > 0 ? ", " : "", rule->of.first, rule->header);
    }
    if (m->headers->len > 0) {
        writer_line(w, "static const kafka_header_version %s_headers[] = { %s };", m->c_name, rules->str);
        writer_blank(w);
    }
    g_string_free(rules, TRUE);
}

static void
emit_constant(writer *w, const message *m)
{
    char *valid = versions_initializer(m->valid);
    char *flexible = versions_initializer(m->flexible);
    const char *c_name = m->c_name;

    writer_line(w, "const kafka_message kafka_%s = {", c_name);
    writer_indent(w);
    writer_line(w, ".name = \"%s\",", m->name);
    writer_line(w, ".dissect = dissect_%s,", c_name);
    writer_line(w, ".hf = &hf_%s,", c_name);
    writer_line(w, ".ett = &ett_%s,", c_name);
    writer_line(w, ".versions = %s,", valid);
    writer_line(w, ".flexible = %s,", flexible);
    if (m->headers->len > 0) {
        writer_line(w, ".headers = %s_headers,", c_name);
        writer_line(w, ".header_count = array_length(%s_headers),", c_name);
    }
    writer_line(w, ".fallback = %d,", m->fallback);
    writer_line(w, ".fields = %s_fields,", c_name);
    writer_line(w, ".field_count = array_length(%s_fields),", c_name);
    writer_line(w, ".trees = %s_trees,", c_name);
    writer_line(w, ".tree_count = array_length(%s_trees),", c_name);
    writer_outdent(w);
    writer_line(w, "};");
    g_free(valid);
    g_free(flexible);
}

/* Where the schema is below the folder of all schemas. */
static char *
schema_name(const message *m)
{
    char *file = g_path_get_basename(m->at.file);
    char *name = g_strdup_printf("schemas/%s/%s", m->folder, file);
    g_free(file);
    return name;
}

static void
emit_message(const message *m, const names *n, output *o)
{
    writer *w = writer_new();
    char *source = schema_name(m);
    char *file = g_strdup_printf("%s/%s.c", m->folder, m->c_name);
    GPtrArray *parts = message_parts(m);

    emit_head(w, source);
    writer_line(w, "#include \"messages.h\"");
    writer_blank(w);
    emit_variables(w, m);
    emit_bits(w, m);
    for (unsigned i = 0; i < parts->len; i++)
        emit_part(w, parts->pdata[i]);
    emit_registration(w, m, n);
    emit_headers(w, m);
    emit_constant(w, m);

    output_add(o, file, w);
    g_ptr_array_unref(parts);
    g_free(file);
    g_free(source);
}

static void
emit_sources(output *o)
{
    GPtrArray *files = output_names(o);
    writer *w = writer_new();

    writer_line(w, "# " EMIT_MARK " from schemas/. Do not edit.");
    writer_line(w, "# To make it again: kafka-gen generate schemas generated");
    writer_line(w, "#");
    writer_line(w, "# SPDX-License-Identifier: GPL-2.0-or-later");
    writer_blank(w);
    writer_line(w, "set(KAFKA_GENERATED_SOURCES");
    writer_indent(w);
    for (unsigned i = 0; i < files->len; i++) {
        const char *name = files->pdata[i];
        if (g_str_has_suffix(name, ".c"))
            writer_line(w, "%s", name);
    }
    writer_outdent(w);
    writer_line(w, ")");
    output_add(o, "sources.cmake", w);
    g_ptr_array_free(files, TRUE);
}

void
emit(const model *m, const names *n, output *o)
{
    for (unsigned i = 0; i < m->messages->len; i++) {
        const message *one = m->messages->pdata[i];
        if (!versions_empty(one->valid))
            emit_message(one, n, o);
    }
    emit_index(m, n, o);
    emit_content(m, o);
    emit_roles(n, o);
    emit_sources(o);
}
