/* parse_wire.c
 * What our grammar has beyond Kafka's on how a field lies on the wire: "length" and "bits"
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "parse_parts.h"

#include <string.h>

static const char *const bit_keys[] = { "mask", "enum", "versions", NULL };

static void
parse_length(cursor *c, field *f)
{
    const char *text = member_string(c, "length", false);

    if (!text)
        return;
    for (length_form form = LENGTH_VARINT; form <= LENGTH_REST; form++) {
        if (strcmp(text, length_name(form)) == 0) {
            f->length = form;
            return;
        }
    }
    diag_error(c->d, member_place(c, "length"), c->where, "unknown \"length\" \"%s\"", text);
}

/** One member of "bits", whose object `outer` stands at. */
static bit_field *
parse_bit_field(cursor *outer, const char *name)
{
    JsonNode *node = member_node(outer, name, true);
    bit_field *b = g_new0(bit_field, 1);
    cursor c = *outer;
    int mask;

    b->at = member_place(outer, name);
    b->name = g_strdup(name);
    b->present = VERSIONS_ALL;
    if (!member_is_name(name))
        diag_error(c.d, b->at, c.where, "bad name \"%s\"", name);
    if (!JSON_NODE_HOLDS_OBJECT(node)) {
        member_wrong_kind(outer, name, "an object", node);
        return b;
    }
    c.object = json_node_get_object(node);
    member_check_keys(&c, bit_keys);
    member_node(&c, "mask", true);
    mask = member_number(&c, "mask", G_MAXINT);
    b->mask = mask < 0 ? 0 : (guint32)mask;
    b->enumeration = g_strdup(member_string(&c, "enum", false));
    member_versions(&c, "versions", false, &b->present);
    return b;
}

static void
parse_bits(cursor *outer, field *f)
{
    JsonNode *node = member_node(outer, "bits", false);
    cursor c = *outer;
    GList *names;

    if (!node)
        return;
    if (!JSON_NODE_HOLDS_OBJECT(node)) {
        member_wrong_kind(outer, "bits", "an object", node);
        return;
    }
    c.object = json_node_get_object(node);
    f->bits = bit_array_new();
    names = json_object_get_members(c.object);
    for (GList *name = names; name; name = name->next)
        g_ptr_array_add(f->bits, parse_bit_field(&c, name->data));
    if (!names)
        diag_error(c.d, member_place(outer, "bits"), c.where, "\"bits\" is empty");
    g_list_free(names);
}

void
parse_wire(cursor *c, field *f)
{
    parse_length(c, f);
    parse_bits(c, f);
}
