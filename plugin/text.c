/* text.c
 * Octets that are text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "text.h"

#include <wsutil/to_str.h>

/* Octets in a label, as they are and as text: Wireshark's labels have 240 characters. */
#define SHOWN_IN_HEX 36
#define SHOWN 100

/* Most texts are UTF-8 indeed, and then a copy is cheaper than Wireshark's conversion. */
const char *
kafka_copy_text(packet_info *pinfo, tvbuff_t *tvb, uint32_t offset, uint32_t length)
{
    const char *text = (const char *)tvb_get_ptr(tvb, (int)offset, (int)length);

    if (g_utf8_validate(text, (gssize)length, NULL))
        return wmem_strndup(pinfo->pool, text, length);
    return (const char *)tvb_get_string_enc(pinfo->pool, tvb, (int)offset, (int)length, ENC_UTF_8);
}

bool
kafka_is_text(const uint8_t *octets, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((octets[i] < ' ' && octets[i] != '\t' && octets[i] != '\n' && octets[i] != '\r') || octets[i] == 0x7f)
            return false;
    return length > 0 && g_utf8_validate((const char *)octets, (gssize)length, NULL);
}

void
kafka_shorten_bytes(proto_item *item, const kafka_reader *r, const uint8_t *octets, size_t length)
{
    if (item && length > SHOWN_IN_HEX && PTREE_DATA(item)->visible)
        proto_item_set_text(item, "%s: %s", PITEM_FINFO(item)->hfinfo->name,
                            bytes_to_str_maxlen(r->pinfo->pool, octets, length, SHOWN_IN_HEX));
}

/* The text with its tabs and line ends written out, cut between characters. */
static const char *
label_of(wmem_allocator_t *pool, const char *text, size_t length)
{
    wmem_strbuf_t *label = wmem_strbuf_new(pool, NULL);
    const char *end = text + MIN(length, SHOWN);

    if (length > SHOWN)
        end = g_utf8_find_prev_char(text, end + 1);
    for (; text < end; text++) {
        if (*text == '\n')
            wmem_strbuf_append(label, "\\n");
        else if (*text == '\r')
            wmem_strbuf_append(label, "\\r");
        else if (*text == '\t')
            wmem_strbuf_append(label, "\\t");
        else
            wmem_strbuf_append_c(label, *text);
    }
    return wmem_strbuf_get_str(label);
}

void
kafka_append_text(proto_item *item, const kafka_reader *r, const kafka_value *value)
{
    if (!item || value->length <= 0 || !PTREE_DATA(item)->visible)
        return;

    const uint8_t *octets = tvb_get_ptr(r->tvb, (int)value->offset, value->length);
    if (!kafka_is_text(octets, (size_t)value->length))
        return;
    proto_item_append_text(item, " \"%s\"%s", label_of(r->pinfo->pool, (const char *)octets, (size_t)value->length),
                           value->length > SHOWN ? "..." : "");
}
