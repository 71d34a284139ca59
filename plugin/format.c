/* format.c
 * How numbers are written in the tree
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "format.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

const unit_name_string kafka_units_elements = { " element", " elements" };

#define LAST_MILLISECOND INT64_C(253402300799999)       /* of the year 9999 */

char *
kafka_put_name(char *out, const char *name)
{
    size_t length = MIN(strlen(name), KAFKA_NAME_TEXT - 1);

    memcpy(out, name, length);
    out[length] = '\0';
    return out + length;
}

/* With zeros before it and a mark behind it. */
static char *
put_digits(char *out, unsigned digits, uint64_t number, char mark)
{
    for (unsigned i = digits; i > 0; i--, number /= 10)
        out[i - 1] = (char)('0' + number % 10);
    out[digits] = mark;
    return out + digits + 1;
}

char *
kafka_put_number(char *out, int64_t number)
{
    uint64_t positive = number < 0 ? -(uint64_t)number : (uint64_t)number;
    unsigned digits = 1;

    for (uint64_t rest = positive / 10; rest > 0; rest /= 10)
        digits++;
    if (number < 0)
        *out++ = '-';
    return put_digits(out, digits, positive, '\0') - 1;
}

char *
kafka_put_element(char *out, const char *name, int32_t place)
{
    return g_stpcpy(kafka_put_number(g_stpcpy(kafka_put_name(out, name), "["), place), "]");
}

static bool
has_date(int64_t ms)
{
    return ms >= 0 && ms <= LAST_MILLISECOND;
}

char *
kafka_put_time(char *out, int64_t ms)
{
    static char last_text[sizeof "9999-12-31 23:59:59."];
    static time_t last = -1;            /* most records of a batch are made within a second */
    time_t seconds = (time_t)(ms / 1000);

    if (!has_date(ms))
        return kafka_put_number(out, ms);
    if (seconds != last) {
        const struct tm *parts = gmtime(&seconds);
        char *at = put_digits(last_text, 4, 1900 + (unsigned)parts->tm_year, '-');
        at = put_digits(at, 2, 1 + (unsigned)parts->tm_mon, '-');
        at = put_digits(at, 2, (unsigned)parts->tm_mday, ' ');
        at = put_digits(at, 2, (unsigned)parts->tm_hour, ':');
        at = put_digits(at, 2, (unsigned)parts->tm_min, ':');
        put_digits(at, 2, (unsigned)parts->tm_sec, '.');
        last = seconds;
    }
    memcpy(out, last_text, sizeof last_text - 1);
    return g_stpcpy(put_digits(out + sizeof last_text - 1, 3, (uint64_t)(ms % 1000), ' '), "UTC");
}

void
kafka_set_label(proto_item *item, const char *label)
{
    field_info *field = item ? PITEM_FINFO(item) : NULL;

    if (!field || proto_item_is_hidden(item))
        return;
    field->rep = wmem_new0(PNODE_POOL(item), item_label_t);
    memcpy(field->rep->representation, label, MIN(strlen(label), ITEM_LABEL_LENGTH - 1));
}

void
kafka_format_timestamp(char *out, uint64_t value)
{
    int64_t ms = (int64_t)value;
    char *end = kafka_put_time(out, ms);

    if (has_date(ms))
        strcpy(kafka_put_number(g_stpcpy(end, " ("), ms), ")");
}

void
kafka_format_offset_time(char *out, uint64_t value)
{
    static const char *const names[] = { "latest (-1)", "earliest (-2)", "max timestamp (-3)", "earliest local (-4)",
                                         "latest tiered (-5)", "earliest pending upload (-6)" };
    uint64_t index = ~value;            /* of -1: 0 */

    if (index < array_length(names))
        g_strlcpy(out, names[index], ITEM_LABEL_LENGTH);
    else
        kafka_format_timestamp(out, value);
}

void
kafka_format_compact_length(char *out, uint32_t value)
{
    if (value == 0)
        snprintf(out, ITEM_LABEL_LENGTH, "0 (compact, null)");
    else
        snprintf(out, ITEM_LABEL_LENGTH, "%" PRIu32 " (compact, n+1)", value);
}

void
kafka_format_bits(char *out, uint32_t value, const value_string *names)
{
    size_t at = (size_t)snprintf(out, ITEM_LABEL_LENGTH, "0x%08" PRIx32, value);
    const char *separator = " (";

    for (uint32_t bit = 0; bit < 32 && at < ITEM_LABEL_LENGTH; bit++) {
        if (!(value & UINT32_C(1) << bit))
            continue;
        const char *name = try_val_to_str(bit, names);
        at += (size_t)(name ? snprintf(out + at, ITEM_LABEL_LENGTH - at, "%s%s", separator, name)
                            : snprintf(out + at, ITEM_LABEL_LENGTH - at, "%sbit %" PRIu32, separator, bit));
        separator = ", ";
    }
    if (value != 0 && at < ITEM_LABEL_LENGTH)
        snprintf(out + at, ITEM_LABEL_LENGTH - at, ")");
}

void
kafka_format_uuid(char *out, const uint8_t *octets)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    for (unsigned i = 0; i < KAFKA_UUID_TEXT - 1; i++) {
        unsigned bit = 6 * i, at = bit / 8;
        unsigned pair = octets[at] << 8 | (at + 1 < 16 ? octets[at + 1] : 0);
        out[i] = digits[pair >> (10 - bit % 8) & 0x3f];
    }
    out[KAFKA_UUID_TEXT - 1] = '\0';
}
