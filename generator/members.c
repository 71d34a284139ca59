/* members.c
 * The members of a JSON object, one kind each, with errors for all else
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "members.h"

#include <string.h>

place
member_place(const cursor *c, const char *member)
{
    return document_place(c->doc, c->object, member);
}

JsonNode *
member_node(cursor *c, const char *name, bool required)
{
    if (json_object_has_member(c->object, name))
        return json_object_get_member(c->object, name);
    if (required)
        diag_error(c->d, member_place(c, NULL), c->where, "\"%s\" is missing", name);
    return NULL;
}

void
member_wrong_kind(cursor *c, const char *name, const char *wanted, JsonNode *node)
{
    diag_error(c->d, member_place(c, name), c->where, "\"%s\" must be %s, not %s", name, wanted, document_kind(node));
}

bool
member_is_value(JsonNode *node, GType type)
{
    return JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type;
}

const char *
member_string(cursor *c, const char *name, bool required)
{
    JsonNode *node = member_node(c, name, required);

    if (!node)
        return NULL;
    if (!member_is_value(node, G_TYPE_STRING)) {
        member_wrong_kind(c, name, "a string", node);
        return NULL;
    }
    return json_node_get_string(node);
}

/** Kafka's files of 2.8 have an "ignorable": "true" among them. */
bool
member_bool(cursor *c, const char *name)
{
    JsonNode *node = member_node(c, name, false);

    if (!node)
        return false;
    if (member_is_value(node, G_TYPE_STRING)) {
        if (strcmp(json_node_get_string(node), "true") == 0)
            return true;
        if (strcmp(json_node_get_string(node), "false") == 0)
            return false;
    }
    if (!member_is_value(node, G_TYPE_BOOLEAN)) {
        member_wrong_kind(c, name, "true or false", node);
        return false;
    }
    return json_node_get_boolean(node);
}

int
member_number(cursor *c, const char *name, int largest)
{
    JsonNode *node = member_node(c, name, false);
    gint64 value = -1;

    if (!node)
        return -1;
    if (member_is_value(node, G_TYPE_STRING)) {
        const char *text = json_node_get_string(node);
        char *end;

        value = g_ascii_strtoll(text, &end, 10);
        if (!g_ascii_isdigit(*text) || *end != '\0')
            value = -1;
    } else if (member_is_value(node, G_TYPE_INT64)) {
        value = json_node_get_int(node);
    } else {
        member_wrong_kind(c, name, "a number", node);
        return -1;
    }
    if (value < 0 || value > largest) {
        diag_error(c->d, member_place(c, name), c->where, "\"%s\" must be a number from 0 to %d", name, largest);
        return -1;
    }
    return (int)value;
}

void
member_versions(cursor *c, const char *name, bool required, versions *v)
{
    const char *text = member_string(c, name, required);

    if (text && !versions_parse(text, v))
        diag_error(c->d, member_place(c, name), c->where, "\"%s\": bad version range \"%s\"", name, text);
}

JsonArray *
member_array(cursor *c, const char *name, bool required)
{
    JsonNode *node = member_node(c, name, required);

    if (!node)
        return NULL;
    if (!JSON_NODE_HOLDS_ARRAY(node)) {
        member_wrong_kind(c, name, "an array", node);
        return NULL;
    }
    return json_node_get_array(node);
}

bool
member_is_name(const char *text)
{
    if (!g_ascii_isalpha(*text))
        return false;
    while (g_ascii_isalnum(*text) || *text == '_')
        text++;
    return *text == '\0';
}

const char *
member_name(cursor *c)
{
    const char *name = member_string(c, "name", true);

    if (name && !member_is_name(name)) {
        diag_error(c->d, member_place(c, "name"), c->where, "bad name \"%s\"", name);
        return NULL;
    }
    return name;
}

void
member_check_keys(cursor *c, const char *const *known)
{
    GList *names = json_object_get_members(c->object);

    for (GList *name = names; name; name = name->next) {
        if (!g_strv_contains(known, name->data))
            diag_error(c->d, member_place(c, name->data), c->where, "unknown key \"%s\"", (const char *)name->data);
    }
    g_list_free(names);
}

JsonObject *
member_element(cursor *outer, JsonArray *array, unsigned i, const char *name)
{
    JsonNode *node = json_array_get_element(array, i);

    if (JSON_NODE_HOLDS_OBJECT(node))
        return json_node_get_object(node);
    diag_error(outer->d, member_place(outer, name), outer->where, "element %u of \"%s\" must be an object, not %s",
               i + 1, name, document_kind(node));
    return NULL;
}
