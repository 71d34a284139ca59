/* name.c
 * Labels, names in C, filter names, descriptions, roles and formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "name.h"

#include <string.h>

/* Who has a name that must be unique. */
typedef struct {
    const void *owner;                  /* struct or message that it was claimed for */
    const field *field;                 /* or NULL */
    guint32 mask;                       /* of some of its bits; 0: the field itself */
    bool given;                         /* a filter name from names.json */
    char *where;
} claim;

typedef struct {
    names *names;
    diag *diag;
    GHashTable *identifiers;            /* name -> claim */
    GHashTable *filters;                /* name -> claim */

    message *message;
    structure *structure;               /* whose fields are named; NULL: the message's own */
    char *where;
} context;

static void
free_claim(void *data)
{
    claim *c = data;
    g_free(c->where);
    g_free(c);
}

static char *
where_of(const message *m, const structure *s, const field *f)
{
    return g_strjoin(".", m->name, s ? s->name : f ? f->name : NULL, s && f ? f->name : NULL, NULL);
}

/*
 * Fields of one type may share a name: those of one struct in different
 * versions that the schema calls the same, and those that names.json gives the same filter name.
 */
static bool
may_share(const claim *a, const claim *b)
{
    if (!a->field || !b->field || a->field->kind != b->field->kind || a->field->array != b->field->array ||
        a->mask != b->mask)
        return false;
    return (a->given && b->given) || (a->owner == b->owner && g_str_equal(a->field->name, b->field->name));
}

/* Takes `text`. */
static void
take(const context *c, GHashTable *table, const char *kind, char *text, place at, claim mine)
{
    mine.owner = c->structure ? (const void *)c->structure : c->message;
    claim *other = g_hash_table_lookup(table, text);
    if (!other) {
        mine.where = where_of(c->message, c->structure, mine.field);
        g_hash_table_insert(table, text, g_memdup2(&mine, sizeof mine));
        return;
    }
    if (!may_share(other, &mine))
        diag_error(c->diag, at, c->where, "%s \"%s\" is taken by %s", kind, text, other->where);
    g_free(text);
}

static void
take_identifier(const context *c, place at, const field *f, const char *before, const char *c_name, const char *after)
{
    take(c, c->identifiers, "name in C", g_strconcat(before, c_name, after, NULL), at, (claim){ .field = f });
}

static void
take_filter(const context *c, place at, const field *f, const char *filter, const char *after, bool given)
{
    take(c, c->filters, "filter name", g_strconcat(filter, after, NULL), at,
         (claim){ .field = f, .given = given });
}

/* The keys that fit a field, the least exact first, for the caller to free. */
static GPtrArray *
field_keys(const context *c, const field *f, bool suffixes)
{
    GPtrArray *keys = g_ptr_array_new_with_free_func(g_free);
    for (size_t i = suffixes ? strlen(f->name) : 0; i-- > 0;)
        g_ptr_array_add(keys, g_strconcat("*", f->name + i, NULL));
    g_ptr_array_add(keys, g_strdup(f->name));
    g_ptr_array_add(keys, where_of(c->message, c->structure, f));
    return keys;
}

static void
find_attributes(const context *c, const field *f, const char *found[ATTRIBUTES])
{
    if (f->entity_type) {
        char *entity = names_snake(c->names, f->entity_type);
        const role *r = names_role(c->names, entity);
        found[ATTRIBUTE_ROLE] = r ? r->name : NULL;
        g_free(entity);
    }
    GPtrArray *keys = field_keys(c, f, true);
    for (unsigned i = 0; i < keys->len; i++) {
        field_names *entry = g_hash_table_lookup(c->names->fields, keys->pdata[i]);
        if (!entry)
            continue;
        entry->used = true;
        for (unsigned a = 0; a < ATTRIBUTES; a++) {
            if (entry->attributes[a].given)
                found[a] = entry->attributes[a].text;
        }
    }
    g_ptr_array_free(keys, TRUE);
}

static char *
find_blurb(const context *c, const field *f)
{
    const char *blurb = NULL;
    GPtrArray *keys = field_keys(c, f, false);
    for (unsigned i = 0; i < keys->len; i++) {
        keyed_text *entry = g_hash_table_lookup(c->names->glossary, keys->pdata[i]);
        if (entry) {
            entry->used = true;
            blurb = entry->text;
        }
    }
    g_ptr_array_free(keys, TRUE);
    return g_strdup(blurb);
}

static bool
is_integer(type_kind kind)
{
    return (kind >= TYPE_INT8 && kind <= TYPE_INT64) || kind == TYPE_VARINT || kind == TYPE_VARLONG;
}

/* Value strings and CF_FUNCs of enumerations and bit sets take 32 bits. */
static bool
format_fits(format_kind format, type_kind kind)
{
    switch (format) {
    case FORMAT_ENUM:
    case FORMAT_BITS:
    case FORMAT_API_KEY:
        return is_integer(kind) && kind != TYPE_INT64 && kind != TYPE_VARLONG;
    case FORMAT_TIMESTAMP:
    case FORMAT_OFFSET_TIME:
        return kind == TYPE_INT64;
    case FORMAT_MS:
    case FORMAT_SECONDS:
    case FORMAT_BYTES:
        return is_integer(kind);
    case FORMAT_HEX:
        return kind == TYPE_UINT16 || kind == TYPE_UINT32;
    default:
        return true;
    }
}

/* Found in names.json and the glossary as Message.Struct.field.bit. */
static void
name_bit(const context *c, const field *f, bit_field *b, bool given)
{
    char *snake = names_snake(c->names, b->name);
    char *owner = where_of(c->message, c->structure, f);
    char *key = g_strdup_printf("%s.%s", owner, b->name);
    field_names *entry = g_hash_table_lookup(c->names->fields, key);
    keyed_text *description = g_hash_table_lookup(c->names->glossary, key);

    b->c_name = g_strdup_printf("%s_%s", f->c_name, snake);
    b->filter = g_strdup_printf("%s.%s", f->filter, snake);
    if (entry) {
        entry->used = true;
        b->role = entry->attributes[ATTRIBUTE_ROLE].text;
        if (entry->attributes[ATTRIBUTE_FORMAT].text || entry->attributes[ATTRIBUTE_FILTER].text)
            diag_error(c->diag, entry->at, NULL, "\"%s\" is of a field's bits, which can only have a role", key);
    }
    if (description) {
        description->used = true;
        b->blurb = g_strdup(description->text);
    } else {
        diag_error(c->diag, b->at, c->where, "\"%s\" of field \"%s\" has no description in the glossary (%s)", b->name,
                   f->name, key);
    }
    if (b->enumeration && names_format(c->names, b->enumeration) != FORMAT_ENUM)
        diag_error(c->diag, b->at, c->where, "\"%s\": there is no enumeration \"%s\"", b->name, b->enumeration);

    take_identifier(c, b->at, NULL, "hf_", b->c_name, "");
    take(c, c->filters, "filter name", g_strdup(b->filter), b->at,
         (claim){ .field = f, .mask = b->mask, .given = given });
    g_free(snake);
    g_free(owner);
    g_free(key);
}

static void
name_bits(const context *c, const field *f, bool given)
{
    take_identifier(c, f->at, NULL, "", f->c_name, "_bits");
    take_identifier(c, f->at, NULL, "", f->c_name, "_bit");
    for (unsigned i = 0; i < f->bits->len; i++)
        name_bit(c, f, f->bits->pdata[i], given);
}

static void
name_field(const context *c, field *f, const char *c_owner, const char *filter_owner)
{
    const char *found[ATTRIBUTES] = { NULL };
    char *snake = names_snake(c->names, f->name);

    find_attributes(c, f, found);
    bool given = found[ATTRIBUTE_FILTER] != NULL;
    f->role = found[ATTRIBUTE_ROLE];
    f->format = found[ATTRIBUTE_FORMAT];
    f->label = g_strdup(c->message->kind == MESSAGE_HEADER ? snake : f->name);
    f->c_name = g_strdup_printf("%s_%s", c_owner, snake);
    f->filter = given ? g_strdup(found[ATTRIBUTE_FILTER]) : g_strdup_printf("%s.%s", filter_owner, snake);
    f->blurb = find_blurb(c, f);
    g_free(snake);

    if (!f->blurb)
        diag_error(c->diag, f->at, c->where, "field \"%s\" has no description in the glossary", f->name);
    if (f->role && f->kind == TYPE_STRUCT)
        diag_error(c->diag, f->at, c->where, "field \"%s\" is of type %s, which can't have a role (%s)", f->name,
                   f->type, f->role);
    if (!format_fits(names_format(c->names, f->format), f->kind))
        diag_error(c->diag, f->at, c->where, "field \"%s\" is of type %s, which can't have the format \"%s\"", f->name,
                   f->type, f->format);

    take_identifier(c, f->at, f, "hf_", f->c_name, "");
    take_filter(c, f->at, f, f->filter, "", given);
    if (f->array && f->kind != TYPE_STRUCT) {
        take_identifier(c, f->at, f, "hf_", f->c_name, "_count");
        take_filter(c, f->at, f, f->filter, ".count", given);
    }
    if (f->bits)
        name_bits(c, f, given);
}

static void
name_fields(const context *c, GPtrArray *fields, const char *c_owner, const char *filter_owner)
{
    for (unsigned i = 0; i < fields->len; i++)
        name_field(c, fields->pdata[i], c_owner, filter_owner);
}

static void
take_functions(const context *c, place at, const char *c_name)
{
    take_identifier(c, at, NULL, "dissect_", c_name, "");
    take_identifier(c, at, NULL, "dissect_", c_name, "_tagged");
}

static void
name_structure(context *c, structure *s)
{
    const message *m = c->message;
    char *last;

    c->structure = s;
    g_free(c->where);
    c->where = where_of(m, s, NULL);
    keyed_text *entry = g_hash_table_lookup(c->names->structs, c->where);
    if (entry) {
        entry->used = true;
        last = g_strdup(entry->text);
    } else {
        size_t length = strlen(m->name);
        bool repeats = strncmp(s->name, m->name, length) == 0 && s->name[length] != '\0';
        last = names_snake(c->names, repeats ? s->name + length : s->name);
    }
    s->c_name = g_strdup_printf("%s_%s", m->c_name, last);
    s->filter = g_strdup_printf("%s.%s", m->filter, last);
    g_free(last);

    take_functions(c, s->at, s->c_name);
    take_identifier(c, s->at, NULL, "", s->c_name, "");
    name_fields(c, s->fields, s->c_name, s->filter);
}

/* "Body of a Fetch request", "Request header". */
static char *
made_blurb(const message *m)
{
    if (m->kind == MESSAGE_REQUEST || m->kind == MESSAGE_RESPONSE) {
        const char *kind = m->kind == MESSAGE_REQUEST ? "Request" : "Response";
        int length = (int)strlen(m->name) - (g_str_has_suffix(m->name, kind) ? (int)strlen(kind) : 0);
        return g_strdup_printf("Body of %s %.*s %s", strchr("AEIOU", m->name[0]) ? "an" : "a", length, m->name,
                               m->kind == MESSAGE_REQUEST ? "request" : "response");
    }
    char *text = g_strdelimit(g_strdup(m->c_name), "_", ' ');
    text[0] = g_ascii_toupper(text[0]);
    return text;
}

static void
name_message(context *c, message *m)
{
    c->message = m;
    c->structure = NULL;
    c->where = g_strdup(m->name);

    message_names *given = g_hash_table_lookup(c->names->messages, m->name);
    if (given)
        given->used = true;
    m->label = g_strdup(given && given->label ? given->label : m->name);
    m->c_name = names_snake(c->names, m->name);
    m->filter = given && given->filter ? g_strdup(given->filter) : g_strconcat("kafka.", m->c_name, NULL);
    keyed_text *entry = g_hash_table_lookup(c->names->glossary, m->name);
    if (entry)
        entry->used = true;
    m->blurb = entry ? g_strdup(entry->text) : made_blurb(m);

    take_functions(c, m->at, m->c_name);
    take_identifier(c, m->at, NULL, "kafka_", m->c_name, "");
    take_identifier(c, m->at, NULL, "hf_", m->c_name, "");
    take_identifier(c, m->at, NULL, "", m->c_name, "_fields");
    take_identifier(c, m->at, NULL, "", m->c_name, "_trees");
    take_identifier(c, m->at, NULL, "", m->c_name, "_headers");
    take_filter(c, m->at, NULL, m->filter, "", false);
    name_fields(c, m->fields, m->c_name, m->filter);
    for (unsigned i = 0; i < m->structures->len; i++)
        name_structure(c, m->structures->pdata[i]);

    g_free(c->where);
    c->where = NULL;
}

static void
check_aliases(const context *c)
{
    for (unsigned i = 0; i < c->names->aliases->len; i++) {
        const alias *a = c->names->aliases->pdata[i];
        const claim *other = g_hash_table_lookup(c->filters, a->filter);
        if (other)
            diag_error(c->diag, a->at, NULL, "alias \"%s\" is the filter name of %s", a->filter, other->where);
    }
}

static void
check_used(const context *c)
{
    GHashTableIter iter;
    void *key;
    void *value;

    g_hash_table_iter_init(&iter, c->names->fields);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        const field_names *entry = value;
        if (!entry->used)
            diag_error(c->diag, entry->at, NULL, "\"%s\" fits no field", (const char *)key);
    }
    g_hash_table_iter_init(&iter, c->names->structs);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        const keyed_text *entry = value;
        if (!entry->used)
            diag_error(c->diag, entry->at, NULL, "\"%s\" fits no struct", (const char *)key);
    }
    g_hash_table_iter_init(&iter, c->names->messages);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        const message_names *entry = value;
        if (!entry->used)
            diag_error(c->diag, entry->at, NULL, "\"%s\" fits no message", (const char *)key);
    }
    g_hash_table_iter_init(&iter, c->names->glossary);
    while (g_hash_table_iter_next(&iter, &key, &value)) {
        const keyed_text *entry = value;
        if (!entry->used)
            diag_error(c->diag, entry->at, NULL, "\"%s\" fits no field and no message", (const char *)key);
    }
}

void
name(model *m, names *n, diag *d)
{
    context c = { .names = n, .diag = d };
    c.identifiers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_claim);
    c.filters = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_claim);

    for (unsigned i = 0; i < m->messages->len; i++)
        name_message(&c, m->messages->pdata[i]);
    check_aliases(&c);
    check_used(&c);

    g_hash_table_destroy(c.identifiers);
    g_hash_table_destroy(c.filters);
}
