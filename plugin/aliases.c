/* aliases.c
 * Values under other names than their own: those that hold across messages, and those of the built-in dissector
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "aliases.h"

#include <string.h>

#include "compat.h"

bool kafka_names_may_be_printed;

/*
 * Wireshark 4.0 does not tell a dissector which fields `tshark -T fields -e` prints, but the tree that they are looked
 * up in is a visible one. That of -V is visible too, and a third of its items would be aliases which nobody sees. So a
 * name of ours must be on the command line, for a filter or as a field, where the system shows us that.
 */
void
kafka_handoff_aliases(void)
{
#if KAFKA_WIRESHARK < 404
    char *line = NULL;
    size_t length = 0;

    kafka_names_may_be_printed = !g_file_get_contents("/proc/self/cmdline", &line, &length, NULL);
    for (const char *word = line; line && word < line + length; word += strlen(word) + 1)
        if (strstr(word, "kafka."))
            kafka_names_may_be_printed = true;
    g_free(line);
#endif
}

static void
add_hidden(proto_tree *tree, const header_field_info *field, tvbuff_t *tvb, const kafka_value *value)
{
    int hf = field->id, start = (int)value->offset, length = MAX(value->length, 0);
    proto_item *item = NULL;

    switch (field->type) {
    case FT_INT8: case FT_INT16: case FT_INT32:
        item = proto_tree_add_int(tree, hf, tvb, start, length, (int32_t)value->number);
        break;
    case FT_UINT8: case FT_UINT16: case FT_UINT32:
        /* A field of the built-in's may have a mask, which the tree applies again. */
        item = proto_tree_add_uint(tree, hf, tvb, start, length,
                                   (uint32_t)value->number << (field->bitmask ? hfinfo_bitshift(field) : 0));
        break;
    case FT_INT64:
        item = proto_tree_add_int64(tree, hf, tvb, start, length, value->number);
        break;
    case FT_UINT64:
        item = proto_tree_add_uint64(tree, hf, tvb, start, length, (uint64_t)value->number);
        break;
    case FT_BOOLEAN:
        item = proto_tree_add_boolean(tree, hf, tvb, start, length, value->number != 0);
        break;
    case FT_ABSOLUTE_TIME: {
        nstime_t time = { (time_t)(value->number / 1000), (int)(value->number % 1000) * 1000000 };
        item = proto_tree_add_time(tree, hf, tvb, start, length, &time);
        break;
    }
    case FT_STRING: case FT_BYTES: case FT_GUID:
        if (value->length >= 0)
            item = proto_tree_add_item(tree, hf, tvb, start, length,
                                       field->type == FT_STRING ? ENC_UTF_8 : ENC_BIG_ENDIAN);
        break;
    default:
        DISSECTOR_ASSERT_NOT_REACHED();
    }
    proto_item_set_hidden(item);
}

void
kafka_alias(proto_tree *tree, int hf, tvbuff_t *tvb, const kafka_value *value)
{
    if (kafka_is_asked_for(tree, hf))
        add_hidden(tree, proto_registrar_get_nth((unsigned)hf), tvb, value);
}

void
kafka_role_alias(proto_tree *tree, kafka_role role, tvbuff_t *tvb, const kafka_value *value)
{
    if (kafka_anything_is_asked_for(tree))
        for (int *const *hf = kafka_role_aliases[role]; hf && *hf; hf++)
            kafka_alias(tree, **hf, tvb, value);
}
