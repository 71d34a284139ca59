/* emit_roles.c
 * roles.h and roles.c: what fields mean beyond their message
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "emit_parts.h"

char *
role_constant(const char *role_name)
{
    char *upper = g_ascii_strup(role_name, -1);
    char *constant = g_strconcat("KAFKA_", upper, NULL);
    g_free(upper);
    return constant;
}

static writer *
roles_header(const names *n)
{
    writer *w = writer_new();

    emit_head(w, "schemas/");
    writer_line(w, "#ifndef KAFKA_ROLES_H");
    writer_line(w, "#define KAFKA_ROLES_H");
    writer_blank(w);
    writer_line(w, "#include <epan/packet.h>");
    writer_blank(w);
    writer_line(w, "/** What a field means beyond its message. */");
    writer_line(w, "typedef enum {");
    writer_indent(w);
    writer_line(w, "KAFKA_NO_ROLE = 0,");
    for (unsigned i = 0; i < n->roles->len; i++) {
        const role *r = n->roles->pdata[i];
        char *constant = role_constant(r->name);
        writer_line(w, "/** %s */", r->text);
        writer_line(w, "%s,", constant);
        g_free(constant);
    }
    writer_line(w, "KAFKA_ROLE_COUNT");
    writer_outdent(w);
    writer_line(w, "} kafka_role;");
    writer_blank(w);
    writer_line(w, "/** The aliases of a role's fields, NULL behind the last; NULL if it has none. */");
    writer_line(w, "extern int *const *const kafka_role_aliases[KAFKA_ROLE_COUNT];");
    writer_blank(w);
    writer_line(w, "extern hf_register_info kafka_alias_fields[];");
    writer_line(w, "extern const unsigned kafka_alias_field_count;");
    writer_blank(w);
    writer_line(w, "#endif");
    return w;
}

static void
emit_alias(writer *w, const names *n, const alias *a)
{
    const char *blurb = a->blurb ? a->blurb : names_role(n, a->roles->pdata[0])->text;
    display shown = { "BASE_NONE", NULL };

    if (strstr(a->type, "INT"))
        shown = display_of(n, a->format);
    else if (g_str_equal(a->type, "FT_ABSOLUTE_TIME"))
        shown.base = "ABSOLUTE_TIME_UTC";
    emit_item(w, a->c_name, a->label, a->filter, a->type, shown.base, shown.strings ? shown.strings : "NULL", 0, blurb);
    g_free(shown.strings);
}

/* The list of a role's aliases, if it has any. */
static void
emit_aliases_of(writer *w, const names *n, const role *r)
{
    GPtrArray *aliases = names_aliases(n, r->name);
    GPtrArray *items = g_ptr_array_new_with_free_func(g_free);
    char *head = g_strdup_printf("static int *const %s_aliases[] = { ", r->name);

    for (unsigned i = 0; i < aliases->len; i++)
        g_ptr_array_add(items, g_strconcat("&hf_", ((const alias *)aliases->pdata[i])->c_name, NULL));
    g_ptr_array_add(items, g_strdup("NULL"));
    g_ptr_array_add(items, NULL);
    if (aliases->len > 0)
        writer_list(w, head, (const char *const *)items->pdata, " };");
    g_free(head);
    g_ptr_array_free(items, TRUE);
    g_ptr_array_free(aliases, TRUE);
}

static void
emit_role_aliases(writer *w, const names *n)
{
    for (unsigned i = 0; i < n->roles->len; i++)
        emit_aliases_of(w, n, n->roles->pdata[i]);
    if (n->aliases->len > 0)
        writer_blank(w);

    writer_line(w, "int *const *const kafka_role_aliases[KAFKA_ROLE_COUNT] = {");
    if (n->aliases->len == 0)
        writer_line(w, "    [KAFKA_NO_ROLE] = NULL,");
    for (unsigned i = 0; i < n->roles->len; i++) {
        const role *r = n->roles->pdata[i];
        GPtrArray *aliases = names_aliases(n, r->name);
        char *constant = role_constant(r->name);
        if (aliases->len > 0)
            writer_line(w, "    [%s] = %s_aliases,", constant, r->name);
        g_free(constant);
        g_ptr_array_free(aliases, TRUE);
    }
    writer_line(w, "};");
    writer_blank(w);
}

static writer *
roles_source(const names *n)
{
    writer *w = writer_new();

    emit_head(w, "schemas/");
    writer_line(w, "#include \"messages.h\"");
    writer_blank(w);
    for (unsigned i = 0; i < n->aliases->len; i++)
        writer_line(w, "static int hf_%s = -1;", ((const alias *)n->aliases->pdata[i])->c_name);
    if (n->aliases->len > 0)
        writer_blank(w);

    emit_role_aliases(w, n);
    writer_line(w, "hf_register_info kafka_alias_fields[] = {");
    writer_indent(w);
    for (unsigned i = 0; i < n->aliases->len; i++)
        emit_alias(w, n, n->aliases->pdata[i]);
    if (n->aliases->len == 0)
        writer_line(w, "{ NULL, { NULL, NULL, FT_NONE, BASE_NONE, NULL, 0, NULL, HFILL } },");
    writer_outdent(w);
    writer_line(w, "};");
    writer_line(w, "const unsigned kafka_alias_field_count = %u;", n->aliases->len);
    return w;
}

void
emit_roles(const names *n, output *o)
{
    output_add(o, "roles.h", roles_header(n));
    output_add(o, "roles.c", roles_source(n));
}
