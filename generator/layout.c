/* layout.c
 * A message as a set of versions for each field, for `merge`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "layout.h"

#include <string.h>

version_set
set_of(versions v)
{
    version_set set = 0;

    for (int version = v.first; version <= MIN(v.last, LAYOUT_NEWEST); version++)
        set |= (version_set)1 << version;
    return set;
}

bool
set_has(version_set set, int version)
{
    return set >> version & 1;
}

bool
set_range(version_set set, versions *v)
{
    versions range = VERSIONS_NONE;

    for (int version = 0; version <= LAYOUT_NEWEST; version++) {
        if (!set_has(set, version))
            continue;
        if (versions_empty(range))
            range.first = version;
        else if (range.last != version - 1)
            return false;
        range.last = version;
    }
    *v = range;
    return true;
}

/** "0-2, 5": for errors. */
char *
set_text(version_set set)
{
    GString *text = g_string_new(NULL);

    for (int version = 0; version <= LAYOUT_NEWEST; version++) {
        int first = version;

        if (!set_has(set, version))
            continue;
        while (version < LAYOUT_NEWEST && set_has(set, version + 1))
            version++;
        g_string_append_printf(text, first == version ? "%s%d" : "%s%d-%d", text->len > 0 ? ", " : "", first, version);
    }
    return g_string_free(text, FALSE);
}

static void
block_free(gpointer data)
{
    block *b = data;

    g_ptr_array_unref(b->parts);
    g_free(b);
}

block *
layout_add_block(layout *l, const structure *source)
{
    block *b = g_new0(block, 1);

    b->source = source;
    b->parts = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(l->blocks, b);
    return b;
}

static void
add_parts(layout *l, GHashTable *known, block *b, GPtrArray *fields)
{
    for (unsigned i = 0; i < fields->len; i++) {
        const field *f = g_ptr_array_index(fields, i);
        part *p = g_new0(part, 1);

        p->source = f;
        p->present = set_of(f->present);
        p->nullable = set_of(f->nullable) & p->present;
        p->tagged = set_of(f->tagged) & p->present;
        p->tag = f->tag;
        if (f->structure) {
            p->inner = g_hash_table_lookup(known, f->structure);
            if (!p->inner) {
                p->inner = layout_add_block(l, f->structure);
                g_hash_table_insert(known, f->structure, p->inner);
                add_parts(l, known, p->inner, f->structure->fields);
            }
        }
        g_ptr_array_add(b->parts, p);
    }
}

layout *
layout_new(const message *m, version_set valid)
{
    layout *l = g_new0(layout, 1);
    GHashTable *known = g_hash_table_new(NULL, NULL);

    l->blocks = g_ptr_array_new_with_free_func(block_free);
    l->root = layout_add_block(l, NULL);
    add_parts(l, known, l->root, m->fields);
    g_hash_table_destroy(known);
    layout_limit(l, valid);
    return l;
}

void
layout_free(layout *l)
{
    if (!l)
        return;
    g_ptr_array_unref(l->blocks);
    g_free(l);
}

static void
use_block(block *b, version_set used)
{
    if (!(used & ~b->used))
        return;
    b->used |= used;
    for (unsigned i = 0; i < b->parts->len; i++) {
        const part *p = g_ptr_array_index(b->parts, i);

        if (p->inner)
            use_block(p->inner, used & p->present);
    }
}

void
layout_limit(layout *l, version_set valid)
{
    for (unsigned i = 0; i < l->blocks->len; i++)
        ((block *)g_ptr_array_index(l->blocks, i))->used = 0;
    l->root->used = 0;
    use_block(l->root, valid);

    for (unsigned i = 0; i < l->blocks->len; i++) {
        block *b = g_ptr_array_index(l->blocks, i);

        for (unsigned j = b->parts->len; j-- > 0;) {
            part *p = g_ptr_array_index(b->parts, j);

            p->present &= b->used;
            p->nullable &= b->used;
            p->tagged &= b->used;
            if (!p->present)
                g_ptr_array_remove_index(b->parts, j);
        }
    }
}

/* Back to a message */

typedef struct {
    diag *d;
    message *m;
    int newest;                         /* the last valid version */
    GHashTable *written;                /* inline blocks whose fields were written: block* -> itself */
    bool ok;
} builder;

static versions
range_of(builder *b, version_set set, versions open, place at, const char *where, const char *what)
{
    versions v = VERSIONS_NONE;

    if (!set_range(set, &v)) {
        char *text = set_text(set);

        diag_error(b->d, at, where, "%s: versions %s leave a gap when releases are merged", what, text);
        g_free(text);
        b->ok = false;
    }
    if (v.last == b->newest && open.last == VERSIONS_OPEN)
        v.last = VERSIONS_OPEN;
    return v;
}

static void build_fields(builder *b, const block *from, GPtrArray *fields, const char *where);

static char *
where_of(const builder *b, const structure *s)
{
    return s ? g_strdup_printf("%s.%s", b->m->name, s->name) : g_strdup(b->m->name);
}

static field *
build_field(builder *b, const part *p, const char *where)
{
    const field *source = p->source;
    field *f = field_new();

    f->at = source->at;
    f->name = g_strdup(source->name);
    f->present = range_of(b, p->present, source->present, f->at, where, f->name);
    f->nullable = range_of(b, p->nullable, source->nullable, f->at, where, f->name);
    f->tagged = range_of(b, p->tagged, source->tagged, f->at, where, f->name);
    f->tag = versions_empty(f->tagged) ? -1 : p->tag;
    f->has_flexible = source->has_flexible;
    f->flexible = source->flexible;
    f->length = source->length;
    f->bits = source->bits ? g_ptr_array_ref(source->bits) : NULL;
    f->default_value = g_strdup(source->default_value);
    f->default_is_string = source->default_is_string;
    f->map_key = source->map_key;
    f->ignorable = source->ignorable;
    f->zero_copy = source->zero_copy;
    f->entity_type = g_strdup(source->entity_type);
    if (!p->inner) {
        f->type = g_strdup(source->type);
        return f;
    }
    f->type = g_strconcat(source->array ? "[]" : "", p->inner->source->name, NULL);
    if (!p->inner->source->common && g_hash_table_add(b->written, p->inner)) {
        char *inner = where_of(b, p->inner->source);

        f->fields = field_array_new();
        build_fields(b, p->inner, f->fields, inner);
        g_free(inner);
    }
    return f;
}

static void
build_fields(builder *b, const block *from, GPtrArray *fields, const char *where)
{
    for (unsigned i = 0; i < from->parts->len; i++)
        g_ptr_array_add(fields, build_field(b, g_ptr_array_index(from->parts, i), where));
}

/** The common structs, newest release's first and in its order, as the blocks are only roughly. */
static int
compare_common(gconstpointer left, gconstpointer right)
{
    const structure *a = (*(const block *const *)left)->source;
    const structure *b = (*(const block *const *)right)->source;
    int order = strcmp(b->at.file, a->at.file);

    return order ? order : a->at.line - b->at.line;
}

static void
build_common(builder *b, const layout *l)
{
    GPtrArray *common = g_ptr_array_new();

    for (unsigned i = 0; i < l->blocks->len; i++) {
        block *from = g_ptr_array_index(l->blocks, i);

        if (from->source && from->source->common && from->used)
            g_ptr_array_add(common, from);
    }
    g_ptr_array_sort(common, compare_common);
    for (unsigned i = 0; i < common->len; i++) {
        const block *from = g_ptr_array_index(common, i);
        structure *s = structure_new();
        char *where = where_of(b, from->source);

        s->common = true;
        s->at = from->source->at;
        s->name = g_strdup(from->source->name);
        s->present = range_of(b, from->used, VERSIONS_ALL, s->at, where, s->name);
        s->fields = field_array_new();
        build_fields(b, from, s->fields, where);
        g_ptr_array_add(b->m->common, s);
        g_free(where);
    }
    g_ptr_array_unref(common);
}

/** Two structs of one name that did not become one. */
static void
check_names(builder *b, const layout *l)
{
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);

    for (unsigned i = 0; i < l->blocks->len; i++) {
        const block *from = g_ptr_array_index(l->blocks, i);
        const structure *other;

        if (!from->source || !from->used)
            continue;
        other = g_hash_table_lookup(names, from->source->name);
        if (other) {
            diag_error(b->d, from->source->at, b->m->name, "struct \"%s\" is another one than that in %s:%d",
                       from->source->name, other->at.file, other->at.line);
            b->ok = false;
        }
        g_hash_table_insert(names, from->source->name, (gpointer)from->source);
    }
    g_hash_table_destroy(names);
}

message *
layout_message(diag *d, const layout *l, const message *newest, version_set valid, version_set flexible)
{
    builder b = { d, message_new(), LAYOUT_NEWEST, g_hash_table_new(NULL, NULL), true };
    message *m = b.m;

    while (b.newest > 0 && !set_has(valid, b.newest))
        b.newest--;
    m->at = newest->at;
    m->folder = g_strdup(newest->folder);
    m->kind = newest->kind;
    m->content = newest->content;
    m->topic = g_strdup(newest->topic);
    m->name = g_strdup(newest->name);
    m->api_key = newest->api_key;
    m->valid = range_of(&b, valid, VERSIONS_NONE, m->at, m->name, m->name);
    m->flexible = range_of(&b, flexible, newest->flexible, m->at, m->name, "flexibleVersions");
    check_names(&b, l);
    build_fields(&b, l->root, m->fields, m->name);
    build_common(&b, l);
    g_hash_table_destroy(b.written);
    if (b.ok)
        return m;
    message_free(m);
    return NULL;
}
