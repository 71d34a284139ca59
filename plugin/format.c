/* format.c
 * How numbers are written in the tree
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "format.h"

#include <inttypes.h>

const unit_name_string kafka_units_elements = { " element", " elements" };

#define LAST_MILLISECOND INT64_C(253402300799999)       /* of the year 9999, where GDateTime ends */

void
kafka_format_timestamp(char *out, uint64_t value)
{
    int64_t ms = (int64_t)value;
    GDateTime *time = ms >= 0 && ms <= LAST_MILLISECOND ? g_date_time_new_from_unix_utc(ms / 1000) : NULL;

    if (time) {
        snprintf(out, ITEM_LABEL_LENGTH, "%04d-%02d-%02d %02d:%02d:%02d.%03d UTC (%" PRId64 ")",
                 g_date_time_get_year(time), g_date_time_get_month(time), g_date_time_get_day_of_month(time),
                 g_date_time_get_hour(time), g_date_time_get_minute(time), g_date_time_get_second(time),
                 (int)(ms % 1000), ms);
        g_date_time_unref(time);
    } else
        snprintf(out, ITEM_LABEL_LENGTH, "%" PRId64, ms);
}

void
kafka_format_offset_time(char *out, uint64_t value)
{
    if (value == (uint64_t)-1)
        snprintf(out, ITEM_LABEL_LENGTH, "latest (-1)");
    else if (value == (uint64_t)-2)
        snprintf(out, ITEM_LABEL_LENGTH, "earliest (-2)");
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
