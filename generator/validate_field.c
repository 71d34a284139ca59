/* validate_field.c
 * The rules about one field; those of Kafka's generator (FieldSpec) where it has them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "validate_parts.h"

static void
versions_not_empty(const scope *s, const field *f)
{
    if (versions_empty(f->present))
        diag_error(s->diag, f->at, s->where, "field \"%s\" is in no version", f->name);
}

/* Versions before the first valid one are legal: Kafka's files keep what was removed. */
static void
versions_reached(const scope *s, const field *f)
{
    if (!versions_empty(s->present) && !versions_empty(f->present) && f->present.first > s->present.last) {
        char *reach = versions_text(s->present);
        diag_error(s->diag, f->at, s->where, "field \"%s\" starts in version %d, but what it is in has %s", f->name,
                   f->present.first, reach);
        g_free(reach);
    }
}

static void
nullable_type(const scope *s, const field *f)
{
    bool can_be_null = f->array || f->kind == TYPE_STRING || f->kind == TYPE_BYTES || f->kind == TYPE_RECORDS ||
                       f->kind == TYPE_STRUCT;
    if (!versions_empty(f->nullable) && !can_be_null)
        diag_error(s->diag, f->at, s->where, "field \"%s\" is nullable, but its type %s can't be null", f->name,
                   f->type);
}

/* Kafka's files have nullable ranges that are wider than the field's, so it is enough that they meet. */
static void
nullable_versions(const scope *s, const field *f)
{
    if (!versions_empty(f->nullable) && versions_empty(versions_intersect(f->nullable, f->present)))
        diag_error(s->diag, f->at, s->where, "field \"%s\" is nullable only in versions that it is not in", f->name);
}

static void
tag_and_range(const scope *s, const field *f)
{
    if (f->tag >= 0 && versions_empty(f->tagged))
        diag_error(s->diag, f->at, s->where, "field \"%s\" has \"tag\", but no \"taggedVersions\"", f->name);
    if (f->tag < 0 && !versions_empty(f->tagged))
        diag_error(s->diag, f->at, s->where, "field \"%s\" has \"taggedVersions\", but no \"tag\"", f->name);
}

static void
tagged_versions(const scope *s, const field *f)
{
    if (versions_empty(f->tagged))
        return;
    if (!versions_within(f->tagged, f->present))
        diag_error(s->diag, f->at, s->where, "field \"%s\" is tagged in versions that it is not in", f->name);
    else if (f->tagged.last != f->present.last)
        diag_error(s->diag, f->at, s->where, "field \"%s\" must stay tagged to the end of its versions", f->name);
    if (!versions_within(f->tagged, s->message->flexible)) {
        char *flexible = versions_text(s->message->flexible);
        diag_error(s->diag, f->at, s->where, "field \"%s\" is tagged in versions that are not flexible (%s)", f->name,
                   flexible);
        g_free(flexible);
    }
}

static void
flexible_of_field(const scope *s, const field *f)
{
    if (f->has_flexible && (!versions_empty(f->flexible) || f->kind != TYPE_STRING || f->array))
        diag_error(s->diag, f->at, s->where,
                   "field \"%s\": \"flexibleVersions\" of a field must be \"none\", and the field a string", f->name);
}

static void
length_type(const scope *s, const field *f)
{
    bool sized = f->array ? f->kind == TYPE_STRUCT : f->kind == TYPE_STRING || f->kind == TYPE_BYTES;

    if (f->length == LENGTH_BY_VERSION)
        return;
    if (!sized || (f->length == LENGTH_REST && f->kind == TYPE_STRING))
        diag_error(s->diag, f->at, s->where, "field \"%s\" is of type %s, which can't have this \"length\"", f->name,
                   f->type);
    if (f->has_flexible)
        diag_error(s->diag, f->at, s->where, "field \"%s\" has both \"length\" and \"flexibleVersions\"", f->name);
}

/** What goes on to the end of the message is the last of it, and always there. */
static void
rest_is_last(const scope *s, const field *f)
{
    bool behind = false;

    if (f->length != LENGTH_REST)
        return;
    for (unsigned i = 0; i < s->fields->len; i++) {
        const field *other = s->fields->pdata[i];
        if (behind && !versions_empty(versions_intersect(other->present, f->present)))
            diag_error(s->diag, other->at, s->where, "field \"%s\" is behind \"%s\", which takes all that is left",
                       other->name, f->name);
        behind = behind || other == f;
    }
    if (s->fields != s->message->fields || !versions_empty(versions_intersect(s->message->flexible, f->present)))
        diag_error(s->diag, f->at, s->where, "field \"%s\" takes all that is left: only a message that is not flexible "
                   "can have it, and no struct", f->name);
    if (!versions_empty(f->nullable))
        diag_error(s->diag, f->at, s->where, "field \"%s\" takes all that is left and can't be null", f->name);
}

static void
map_key_type(const scope *s, const field *f)
{
    if (f->map_key && (f->array || f->kind == TYPE_STRUCT || f->kind == TYPE_RECORDS))
        diag_error(s->diag, f->at, s->where, "field \"%s\" can't be a \"mapKey\": it is a %s", f->name, f->type);
}

static void
zero_copy_type(const scope *s, const field *f)
{
    if (f->zero_copy && (f->array || f->kind != TYPE_BYTES))
        diag_error(s->diag, f->at, s->where, "field \"%s\" can't be \"zeroCopy\": it is not bytes", f->name);
}

static bool
integer_fits(const char *text, gint64 least, gint64 most)
{
    bool minus = *text == '-';
    const char *digits = text + minus;
    bool hex = g_str_has_prefix(digits, "0x");
    guint64 value;
    return g_ascii_string_to_unsigned(digits + (hex ? 2 : 0), hex ? 16 : 10, 0,
                                      minus ? (guint64)-(least + 1) + 1 : (guint64)most, &value, NULL);
}

static bool
default_fits(const field *f)
{
    const char *text = f->default_value;
    char *end;

    if (g_str_equal(text, "null") && (f->array || f->kind >= TYPE_STRING))
        return !versions_empty(f->nullable);
    if (f->array || f->kind == TYPE_STRUCT || f->kind == TYPE_BYTES || f->kind == TYPE_RECORDS)
        return *text == '\0';
    if (*text == '\0')
        return true;                    /* Kafka's notation for 0 */

    switch (f->kind) {
    case TYPE_BOOL:
        return g_str_equal(text, "true") || g_str_equal(text, "false");
    case TYPE_INT8:
        return integer_fits(text, G_MININT8, G_MAXINT8);
    case TYPE_INT16:
        return integer_fits(text, G_MININT16, G_MAXINT16);
    case TYPE_UINT16:
        return integer_fits(text, 0, G_MAXUINT16);
    case TYPE_INT32:
    case TYPE_VARINT:
        return integer_fits(text, G_MININT32, G_MAXINT32);
    case TYPE_UINT32:
        return integer_fits(text, 0, G_MAXUINT32);
    case TYPE_INT64:
    case TYPE_VARLONG:
        return integer_fits(text, G_MININT64, G_MAXINT64);
    case TYPE_FLOAT64:
        g_ascii_strtod(text, &end);
        return *end == '\0';
    default:
        return true;                    /* strings, and UUIDs in Kafka's base64 */
    }
}

static void
default_of_type(const scope *s, const field *f)
{
    if (f->default_value && !default_fits(f))
        diag_error(s->diag, f->at, s->where, "field \"%s\": the default \"%s\" does not fit %s", f->name,
                   f->default_value, f->type);
}

typedef void (*field_rule)(const scope *s, const field *f);

static const field_rule field_rules[] = {
    versions_not_empty,
    versions_reached,
    nullable_type,
    nullable_versions,
    tag_and_range,
    tagged_versions,
    flexible_of_field,
    length_type,
    rest_is_last,
    map_key_type,
    zero_copy_type,
    default_of_type,
};

void
validate_field(const scope *s, const field *f)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(field_rules); i++)
        field_rules[i](s, f);
    if (f->bits)
        validate_bits(s, f);
}
