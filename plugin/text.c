/* text.c
 * Octets that are text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "text.h"

#include <wsutil/to_str.h>

#include "compat.h"
#include "format.h"

/* Octets in a label, as they are and as text: Wireshark's labels have 240 characters. */
#define SHOWN_IN_HEX 36
#define SHOWN 100

#define LONGEST_CHARACTER 4             /* octets of UTF-8 */
#define DELETE 0x7f

/* Most texts are UTF-8 indeed, and then a copy is cheaper than Wireshark's conversion. */
const char *
kafka_copy_text(packet_info *pinfo, tvbuff_t *tvb, uint32_t offset, uint32_t length)
{
    const char *text = (const char *)tvb_get_ptr(tvb, (int)offset, (int)length);

    if (g_utf8_validate(text, (gssize)length, NULL))
        return wmem_strndup(pinfo->pool, text, length);
    return (const char *)tvb_get_string_enc(pinfo->pool, tvb, (int)offset, (int)length, ENC_UTF_8);
}

/* Is it no control character? */
static inline bool
is_plain(uint8_t octet)
{
    return octet >= ' ' && octet != DELETE;
}

/* What stands for a tab or a line end behind a backslash; 0: it is neither. */
static inline char
escape_of(uint8_t octet)
{
    static const char escapes[] = { ['\t'] = 't', ['\n'] = 'n', ['\r'] = 'r' };

    return octet < sizeof escapes ? escapes[octet] : 0;
}

bool
kafka_is_text(const uint8_t *octets, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_plain(octets[i]) && !escape_of(octets[i]))
            return false;
    return length > 0 && g_utf8_validate((const char *)octets, (gssize)length, NULL);
}

void
kafka_shorten_bytes(proto_item *item, const kafka_reader *r, const uint8_t *octets, size_t length)
{
    if (KAFKA_WIRESHARK >= 404 && item && length > SHOWN_IN_HEX && PTREE_DATA(item)->visible)
        proto_item_set_text(item, "%s: %s", PITEM_FINFO(item)->hfinfo->name,
                            bytes_to_str_maxlen(r->pinfo->pool, octets, length, SHOWN_IN_HEX));
}

/* Where the text ends that is shown of these octets; NULL if they are not UTF-8. */
static const uint8_t *
end_of_text(const uint8_t *octets, size_t length)
{
    const uint8_t *at = octets, *end = octets + MIN(length, SHOWN);
    const char *valid;

    while (at < end && *at < 0x80)
        at++;
    if (at == end || g_utf8_validate((const char *)at, end - at, &valid))
        return end;
    return length > SHOWN && (const char *)end - valid < LONGEST_CHARACTER ? (const uint8_t *)valid : NULL;
}

/* Writes the text with tabs and line ends written out; false if it has other control characters. */
static bool
put_quoted(char *out, const uint8_t *text, const uint8_t *end, bool is_whole)
{
    *out++ = '"';
    while (text < end) {
        const uint8_t *plain = text;
        while (plain < end && is_plain(*plain))
            plain++;
        memcpy(out, text, (size_t)(plain - text));
        out += plain - text;
        text = plain;
        if (text < end) {
            if (!escape_of(*text))
                return false;
            *out++ = '\\';
            *out++ = escape_of(*text++);
        }
    }
    strcpy(out, is_whole ? "\"" : "\"...");
    return true;
}

void
kafka_show_text(proto_item *item, const kafka_reader *r, const kafka_value *value)
{
    if (!item || value->length <= 0 || !PTREE_DATA(item)->visible)
        return;

    size_t length = (size_t)value->length;
    const uint8_t *octets = tvb_get_ptr(r->tvb, (int)value->offset, value->length);
    const uint8_t *end = end_of_text(octets, length);
    char label[KAFKA_NAME_TEXT + sizeof ": " + 2 * SHOWN + sizeof "\"\"..."];
    char *text = g_stpcpy(kafka_put_name(label, PITEM_FINFO(item)->hfinfo->name), ": ");
    if (end && put_quoted(text, octets, end, length <= SHOWN))
        kafka_set_label(item, label);
}
