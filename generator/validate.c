/* validate.c
 * Do the messages make sense?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "validate.h"

#include <string.h>

#include "validate_parts.h"

/* Rules about the fields of a message or struct together. */

static void
field_names_differ(const scope *s)
{
    for (unsigned i = 0; i < s->fields->len; i++) {
        const field *f = s->fields->pdata[i];
        for (unsigned j = 0; j < i; j++) {
            const field *other = s->fields->pdata[j];
            if (g_str_equal(f->name, other->name) && !versions_empty(versions_intersect(f->present, other->present)))
                diag_error(s->diag, f->at, s->where, "there is another field \"%s\" in line %d", f->name,
                           other->at.line);
        }
    }
}

static void
tags_differ(const scope *s)
{
    for (unsigned i = 0; i < s->fields->len; i++) {
        const field *f = s->fields->pdata[i];
        for (unsigned j = 0; f->tag >= 0 && j < i; j++) {
            const field *other = s->fields->pdata[j];
            if (f->tag == other->tag && !versions_empty(versions_intersect(f->tagged, other->tagged)))
                diag_error(s->diag, f->at, s->where, "field \"%s\" has tag %d, which is that of \"%s\"", f->name,
                           f->tag, other->name);
        }
    }
}

static bool
has_tag(const scope *s, int tag)
{
    for (unsigned i = 0; i < s->fields->len; i++) {
        if (((const field *)s->fields->pdata[i])->tag == tag)
            return true;
    }
    return false;
}

static void
tags_contiguous(const scope *s)
{
    for (unsigned i = 0; i < s->fields->len; i++) {
        const field *f = s->fields->pdata[i];
        if (f->tag > 0 && !has_tag(s, f->tag - 1))
            diag_error(s->diag, f->at, s->where, "field \"%s\" has tag %d, but there is no tag %d", f->name, f->tag,
                       f->tag - 1);
    }
}

/* Rules about a message. */

static bool
has_field_of(const GPtrArray *fields, const structure *s)
{
    for (unsigned i = 0; i < fields->len; i++) {
        const structure *used = ((const field *)fields->pdata[i])->structure;
        if (used && g_str_equal(used->name, s->name))
            return true;
    }
    return false;
}

static bool
is_used(const message *m, const structure *s)
{
    for (unsigned i = 0; i < m->structures->len; i++) {
        if (has_field_of(((const structure *)m->structures->pdata[i])->fields, s))
            return true;
    }
    return has_field_of(m->fields, s);
}

static void
common_structs_used(const message *m, diag *d)
{
    for (unsigned i = 0; i < m->common->len; i++) {
        const structure *s = m->common->pdata[i];
        if (!is_used(m, s))
            diag_error(d, s->at, m->name, "common struct \"%s\" is not used", s->name);
    }
}

static void
headers_cover_versions(const message *m, diag *d)
{
    int next = m->valid.first;
    for (unsigned i = 0; i < m->headers->len; i++) {
        versions of = g_array_index(m->headers, header_rule, i).of;
        if (i > 0 ? of.first != next : of.first > next) {
            diag_error(d, m->at, m->name, "\"headerVersions\" has a gap or an overlap at version %d",
                       MIN(of.first, next));
            return;
        }
        next = of.last + 1;
    }
    if (m->headers->len > 0 && next <= m->valid.last)
        diag_error(d, m->at, m->name, "\"headerVersions\" ends before version %d", next);
}

static void
fallback_is_valid(const message *m, diag *d)
{
    if (m->fallback >= 0 && !versions_has(m->valid, m->fallback))
        diag_error(d, m->at, m->name, "\"fallbackVersion\" %d is not a valid version", m->fallback);
}

static const char *
api_suffix(const message *m)
{
    return m->kind == MESSAGE_REQUEST ? "Request" : m->kind == MESSAGE_RESPONSE ? "Response" : NULL;
}

static void
request_has_name(const message *m, diag *d)
{
    const char *suffix = api_suffix(m);
    if (suffix && (!g_str_has_suffix(m->name, suffix) || strlen(m->name) == strlen(suffix)))
        diag_error(d, m->at, m->name, "the name must be that of the API and \"%s\"", suffix);
}

/* Rules about a message among all. */

static void
message_names_differ(const model *all, const message *m, diag *d)
{
    for (unsigned i = 0; i < all->messages->len && all->messages->pdata[i] != m; i++) {
        const message *other = all->messages->pdata[i];
        if (g_str_equal(m->name, other->name))
            diag_error(d, m->at, m->name, "there is another message \"%s\" in %s", m->name, other->at.file);
    }
}

static const message *
find_api(const model *all, const char *folder, int api_key, message_kind kind, const message *before)
{
    for (unsigned i = 0; i < all->messages->len && all->messages->pdata[i] != before; i++) {
        const message *m = all->messages->pdata[i];
        if (m->kind == kind && m->api_key == api_key && g_strcmp0(m->folder, folder) == 0)
            return m;
    }
    return NULL;
}

static void
api_keys_differ(const model *all, const message *m, diag *d)
{
    const message *other = api_suffix(m) ? find_api(all, m->folder, m->api_key, m->kind, m) : NULL;
    if (other)
        diag_error(d, m->at, m->name, "API key %d is that of %s", m->api_key, other->name);
}

static void
contents_differ(const model *all, const message *m, diag *d)
{
    for (unsigned i = 0; m->topic && i < all->messages->len && all->messages->pdata[i] != m; i++) {
        const message *other = all->messages->pdata[i];
        if (!other->topic || !g_str_equal(m->topic, other->topic))
            continue;
        if (m->content == other->content && m->api_key == other->api_key)
            diag_error(d, m->at, m->name, "type %d of %s is that of %s", m->api_key, m->topic, other->name);
        if ((m->content == CONTENT_RECORD) != (other->content == CONTENT_RECORD)) {
            diag_error(d, m->at, m->name, "only one of this and %s can be \"metadata\": both are of %s", other->name,
                       m->topic);
            return;
        }
    }
}

static bool
has_control_type(const message *m, int type, unsigned before)
{
    for (unsigned i = 0; i < MIN(before, m->control_types->len); i++) {
        if (g_array_index(m->control_types, int, i) == type)
            return true;
    }
    return false;
}

static void
control_types_differ(const model *all, const message *m, diag *d)
{
    for (unsigned i = 0; i < m->control_types->len; i++) {
        int type = g_array_index(m->control_types, int, i);
        if (has_control_type(m, type, i))
            diag_error(d, m->at, m->name, "control type %d stands twice", type);
        for (unsigned j = 0; j < all->messages->len && all->messages->pdata[j] != m; j++) {
            const message *other = all->messages->pdata[j];
            if (has_control_type(other, type, G_MAXUINT))
                diag_error(d, m->at, m->name, "control type %d is that of %s", type, other->name);
        }
    }
}

static void
request_and_response(const model *all, const message *m, diag *d)
{
    if (!api_suffix(m))
        return;
    const message *other =
        find_api(all, m->folder, m->api_key, m->kind == MESSAGE_REQUEST ? MESSAGE_RESPONSE : MESSAGE_REQUEST, NULL);
    if (m->no_response) {
        if (other || m->kind != MESSAGE_REQUEST)
            diag_error(d, m->at, m->name, "\"noResponse\" is for a request to which there is no response");
        return;
    }
    if (!other) {
        diag_error(d, m->at, m->name, "there is no %s of API key %d",
                   m->kind == MESSAGE_REQUEST ? "response" : "request", m->api_key);
        return;
    }
    if (m->kind == MESSAGE_REQUEST)
        return;
    if (!versions_equal(m->valid, other->valid)) {
        char *mine = versions_text(m->valid);
        char *its = versions_text(other->valid);
        diag_error(d, m->at, m->name, "valid versions are %s, but those of %s are %s", mine, other->name, its);
        g_free(mine);
        g_free(its);
    }
    size_t length = strlen(m->name) - MIN(strlen(m->name), strlen("Response"));
    if (strncmp(m->name, other->name, length) != 0 || !g_str_equal(other->name + length, "Request"))
        diag_error(d, m->at, m->name, "the name is not that of %s", other->name);
}

typedef void (*scope_rule)(const scope *s);
typedef void (*message_rule)(const message *m, diag *d);
typedef void (*model_rule)(const model *all, const message *m, diag *d);

static const scope_rule scope_rules[] = {
    field_names_differ,
    tags_differ,
    tags_contiguous,
};

static const message_rule message_rules[] = {
    common_structs_used,
    headers_cover_versions,
    fallback_is_valid,
    request_has_name,
};

static const model_rule model_rules[] = {
    message_names_differ,
    api_keys_differ,
    contents_differ,
    control_types_differ,
};

static const model_rule complete_model_rules[] = {
    request_and_response,
};

static void
validate_scope(const scope *s)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(scope_rules); i++)
        scope_rules[i](s);
    for (unsigned i = 0; i < s->fields->len; i++)
        validate_field(s, s->fields->pdata[i]);
}

static void
validate_message(const message *m, diag *d)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(message_rules); i++)
        message_rules[i](m, d);
    validate_scope(&(scope){ d, m, m->fields, m->valid, m->name });
    for (unsigned i = 0; i < m->structures->len; i++) {
        const structure *s = m->structures->pdata[i];
        char *where = g_strdup_printf("%s.%s", m->name, s->name);
        validate_scope(&(scope){ d, m, s->fields, s->present, where });
        g_free(where);
    }
}

void
validate(const model *m, diag *d)
{
    bool complete = diag_count(d) == 0;

    for (unsigned i = 0; i < m->messages->len; i++) {
        const message *one = m->messages->pdata[i];
        validate_message(one, d);
        for (unsigned rule = 0; rule < G_N_ELEMENTS(model_rules); rule++)
            model_rules[rule](m, one, d);
        for (unsigned rule = 0; complete && rule < G_N_ELEMENTS(complete_model_rules); rule++)
            complete_model_rules[rule](m, one, d);
    }
}
