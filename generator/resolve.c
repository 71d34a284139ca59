/* resolve.c
 * Ties the types of fields to the structs they name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "resolve.h"

static const char *const simple_types[] = {
    [TYPE_BOOL] = "bool", [TYPE_INT8] = "int8", [TYPE_INT16] = "int16", [TYPE_UINT16] = "uint16",
    [TYPE_INT32] = "int32", [TYPE_UINT32] = "uint32", [TYPE_INT64] = "int64", [TYPE_FLOAT64] = "float64",
    [TYPE_UUID] = "uuid", [TYPE_VARINT] = "varint", [TYPE_VARLONG] = "varlong", [TYPE_STRING] = "string",
    [TYPE_BYTES] = "bytes", [TYPE_RECORDS] = "records",
};

typedef struct {
    message *message;
    diag *diag;
    GHashTable *by_name;                /* name -> structure */
    GHashTable *state;                  /* structure -> VISITING or DONE */
} context;

enum { VISITING = 1, DONE };

static bool
simple_type(const char *name, type_kind *kind)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(simple_types); i++) {
        if (g_str_equal(name, simple_types[i])) {
            *kind = i;
            return true;
        }
    }
    return false;
}

static bool
same_text(const char *a, const char *b)
{
    return g_strcmp0(a, b) == 0;
}

static bool same_fields(const GPtrArray *a, const GPtrArray *b);

static bool
same_field(const field *a, const field *b)
{
    return same_text(a->name, b->name) && same_text(a->type, b->type) &&
           versions_equal(a->present, b->present) && versions_equal(a->nullable, b->nullable) &&
           versions_equal(a->tagged, b->tagged) && a->tag == b->tag &&
           a->has_flexible == b->has_flexible && a->length == b->length && same_fields(a->fields, b->fields);
}

static bool
same_fields(const GPtrArray *a, const GPtrArray *b)
{
    if (!a || !b)
        return a == b;
    if (a->len != b->len)
        return false;
    for (unsigned i = 0; i < a->len; i++) {
        if (!same_field(a->pdata[i], b->pdata[i]))
            return false;
    }
    return true;
}

static char *
where_of(const context *c, const structure *owner)
{
    return owner ? g_strdup_printf("%s.%s", c->message->name, owner->name) : g_strdup(c->message->name);
}

static void G_GNUC_PRINTF(4, 5)
error_at(const context *c, place at, const structure *owner, const char *format, ...)
{
    char *where = where_of(c, owner);
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    diag_error(c->diag, at, where, "%s", text);
    g_free(text);
    g_free(where);
}

static void find_inline(context *c, const structure *owner, GPtrArray *fields);

static void
add_inline(context *c, const structure *owner, const field *f, const char *type_name)
{
    structure *known = g_hash_table_lookup(c->by_name, type_name);
    if (known) {
        if (!same_fields(known->fields, f->fields))
            error_at(c, f->at, owner, "struct \"%s\" differs from the one of that name in line %d", type_name,
                     known->at.line);
        return;
    }

    structure *s = structure_new();
    s->at = f->at;
    s->name = g_strdup(type_name);
    s->fields = g_ptr_array_ref(f->fields);
    g_hash_table_insert(c->by_name, s->name, s);
    find_inline(c, s, s->fields);
}

/* Splits the types of fields, and collects the structs that are defined in them. */
static void
find_inline(context *c, const structure *owner, GPtrArray *fields)
{
    for (unsigned i = 0; i < fields->len; i++) {
        field *f = fields->pdata[i];
        f->array = g_str_has_prefix(f->type, "[]");
        const char *type_name = f->array ? f->type + 2 : f->type;
        if (!simple_type(type_name, &f->kind)) {
            f->kind = TYPE_STRUCT;
            if (f->fields)
                add_inline(c, owner, f, type_name);
        } else if (f->fields) {
            error_at(c, f->at, owner, "field \"%s\" has \"fields\", but %s is not a struct", f->name, type_name);
        }
    }
}

static void tie(context *c, const structure *owner, GPtrArray *fields);

/* Depth first, so that each struct is listed after those that it contains. */
static void
visit(context *c, structure *s)
{
    if (g_hash_table_lookup(c->state, s))
        return;
    g_hash_table_insert(c->state, s, GINT_TO_POINTER(VISITING));
    tie(c, s, s->fields);
    g_hash_table_insert(c->state, s, GINT_TO_POINTER(DONE));
    g_ptr_array_add(c->message->structures, s);
}

static void
tie(context *c, const structure *owner, GPtrArray *fields)
{
    for (unsigned i = 0; i < fields->len; i++) {
        field *f = fields->pdata[i];
        if (f->kind != TYPE_STRUCT)
            continue;
        structure *s = g_hash_table_lookup(c->by_name, f->array ? f->type + 2 : f->type);
        if (!s) {
            error_at(c, f->at, owner, "unknown type \"%s\" of field \"%s\"", f->type, f->name);
        } else if (g_hash_table_lookup(c->state, s) == GINT_TO_POINTER(VISITING)) {
            error_at(c, f->at, owner, "field \"%s\" makes struct \"%s\" contain itself", f->name, s->name);
        } else {
            visit(c, s);
            f->structure = s;
        }
    }
}

static versions
hull(versions a, versions b)
{
    if (versions_empty(a))
        return b;
    if (versions_empty(b))
        return a;
    return (versions){ MIN(a.first, b.first), MAX(a.last, b.last) };
}

static void
spread_versions(GPtrArray *fields, versions owner)
{
    for (unsigned i = 0; i < fields->len; i++) {
        field *f = fields->pdata[i];
        if (f->structure)
            f->structure->present = hull(f->structure->present, versions_intersect(f->present, owner));
    }
}

static void
default_headers(message *m)
{
    if ((m->kind != MESSAGE_REQUEST && m->kind != MESSAGE_RESPONSE) || m->headers->len > 0)
        return;
    int header = m->kind == MESSAGE_REQUEST ? 1 : 0;
    versions flexible = versions_intersect(m->flexible, m->valid);
    versions plain = m->valid;
    if (!versions_empty(flexible))
        plain.last = flexible.first - 1;
    if (!versions_empty(plain))
        g_array_append_val(m->headers, ((header_rule){ plain, header }));
    if (!versions_empty(flexible))
        g_array_append_val(m->headers, ((header_rule){ flexible, header + 1 }));
}

static void
resolve_message(message *m, diag *d)
{
    context c = { m, d, g_hash_table_new(g_str_hash, g_str_equal), g_hash_table_new(NULL, NULL) };

    for (unsigned i = 0; i < m->common->len; i++) {
        structure *s = m->common->pdata[i];
        if (g_hash_table_contains(c.by_name, s->name))
            error_at(&c, s->at, NULL, "there is another common struct \"%s\"", s->name);
        else
            g_hash_table_insert(c.by_name, s->name, s);
        s->present = VERSIONS_NONE;
    }
    for (unsigned i = 0; i < m->common->len; i++) {
        structure *s = m->common->pdata[i];
        find_inline(&c, s, s->fields);
    }
    find_inline(&c, NULL, m->fields);

    tie(&c, NULL, m->fields);
    for (unsigned i = 0; i < m->common->len; i++)
        visit(&c, m->common->pdata[i]);
    spread_versions(m->fields, m->valid);
    for (unsigned i = m->structures->len; i-- > 0;) {
        structure *s = m->structures->pdata[i];
        spread_versions(s->fields, s->present);
    }

    default_headers(m);

    g_hash_table_destroy(c.by_name);
    g_hash_table_destroy(c.state);
}

void
resolve(model *m, diag *d)
{
    for (unsigned i = 0; i < m->messages->len; i++)
        resolve_message(m->messages->pdata[i], d);
}

versions
field_plain(const field *f)
{
    versions plain = f->present;
    if (!versions_empty(f->tagged))
        plain.last = f->tagged.first - 1;
    return plain;
}

versions
field_tagged(const field *f)
{
    return versions_intersect(f->tagged, f->present);
}
