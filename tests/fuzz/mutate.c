/* mutate.c
 * Changes messages at random
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "mutate.h"

#include <string.h>

#define LONGEST 40000                   /* octets of a message that grows */

uint64_t
fuzz_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717) >> 16;
}

uint64_t
fuzz_seed(uint64_t seed, uint64_t input)
{
    uint64_t state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ (input + 1) * UINT64_C(0xbf58476d1ce4e5b9);

    for (unsigned i = 0; i < 8; i++)
        fuzz_random(&state);
    return state;
}

static uint32_t
below(uint64_t *random, uint32_t limit)
{
    return limit ? (uint32_t)(fuzz_random(random) % limit) : 0;
}

/* ------------------------------------------------------------------------------------------------- kinds of change */

static void
flip_bits(GByteArray *message, uint64_t *random)
{
    for (unsigned i = below(random, 8) + 1; i > 0; i--)
        message->data[below(random, message->len)] ^= (uint8_t)(1 << below(random, 8));
}

static void
set_octets(GByteArray *message, uint64_t *random)
{
    static const uint8_t choices[] = { 0x00, 0x01, 0x02, 0x7f, 0x80, 0x81, 0xfe, 0xff };

    for (unsigned i = below(random, 4) + 1; i > 0; i--)
        message->data[below(random, message->len)] = choices[below(random, sizeof choices)];
}

static void
put(GByteArray *message, uint32_t at, uint64_t number, uint32_t octets)
{
    for (uint32_t i = 0; i < octets && at + i < message->len; i++)
        message->data[at + i] = (uint8_t)(number >> 8 * (octets - 1 - i));
}

static uint64_t
extreme(GByteArray *message, uint32_t at, uint64_t *random)
{
    uint32_t rest = message->len - at;
    const uint64_t choices[] = {
        0, 1, (uint64_t)-1, (uint64_t)-2, rest, rest - 1, rest + 1, rest / 2, 0x10000, 0x1000000,
        INT16_MAX, (uint64_t)INT16_MIN, UINT16_MAX, INT32_MAX, (uint64_t)INT32_MIN, UINT32_MAX, INT64_MAX,
        (uint64_t)INT64_MIN,
    };

    return choices[below(random, G_N_ELEMENTS(choices))];
}

static void
set_number(GByteArray *message, uint64_t *random)
{
    static const uint32_t widths[] = { 1, 2, 4, 8 };
    uint32_t at = below(random, message->len);

    put(message, at, extreme(message, at, random), widths[below(random, G_N_ELEMENTS(widths))]);
}

/* Looks for what may be a length, as it is smaller than what follows, and changes that. */
static void
set_length(GByteArray *message, uint64_t *random)
{
    for (unsigned tries = 64; tries > 0; tries--) {
        uint32_t at = below(random, message->len), width = 2 + 2 * below(random, 2);
        if (at + width > message->len)
            continue;
        uint32_t number = 0;
        for (uint32_t i = 0; i < width; i++)
            number = number << 8 | message->data[at + i];
        if (number > 0 && number <= message->len - at - width) {
            put(message, at, extreme(message, at + width, random), width);
            return;
        }
    }
    set_number(message, random);
}

static void
set_varint(GByteArray *message, uint64_t *random)
{
    uint32_t at = below(random, message->len), octets = below(random, 11) + 1;
    uint64_t number = extreme(message, at, random);

    for (uint32_t i = 0; i < octets && at + i < message->len; i++) {
        message->data[at + i] = (uint8_t)((number & 0x7f) | (i + 1 < octets ? 0x80 : 0));
        number >>= 7;
    }
}

static void
cut_end(GByteArray *message, uint64_t *random)
{
    g_byte_array_set_size(message, below(random, message->len));
}

static void
leave_out(GByteArray *message, uint64_t *random)
{
    uint32_t at = below(random, message->len), length = 1 + below(random, MIN(message->len - at, 64));

    g_byte_array_remove_range(message, at, length);
}

static void
insert(GByteArray *message, uint32_t at, const uint8_t *octets, uint32_t length)
{
    uint32_t before = message->len;

    if (before + length > LONGEST)
        return;
    g_byte_array_set_size(message, before + length);
    memmove(message->data + at + length, message->data + at, before - at);
    memcpy(message->data + at, octets, length);
}

static void
double_part(GByteArray *message, uint64_t *random)
{
    uint32_t at = below(random, message->len), length = 1 + below(random, MIN(message->len - at, 256));
    uint8_t *part = (uint8_t *)g_memdup2(message->data + at, length);

    for (unsigned i = below(random, 4) + 1; i > 0; i--)
        insert(message, at, part, length);
    g_free(part);
}

static void
put_in(GByteArray *message, uint64_t *random)
{
    uint8_t octets[16];
    uint32_t length = 1 + below(random, sizeof octets);

    for (uint32_t i = 0; i < length; i++)
        octets[i] = (uint8_t)fuzz_random(random);
    insert(message, below(random, message->len), octets, length);
}

static void
splice(GByteArray *message, const uint8_t *other, uint32_t other_length, uint64_t *random)
{
    uint32_t from = below(random, other_length);

    g_byte_array_set_size(message, below(random, message->len));
    g_byte_array_append(message, other + from, MIN(other_length - from, LONGEST));
}

/* The first octets of a request are its key and version. */
static void
set_begin(GByteArray *message, uint64_t *random)
{
    put(message, 2 * below(random, 3), below(random, 100), 2);
}

typedef void (*change)(GByteArray *message, uint64_t *random);

static const change changes[] = {
    flip_bits, flip_bits, set_octets, set_number, set_number, set_length, set_length, set_length, set_varint,
    set_varint, cut_end, leave_out, double_part, put_in, set_begin,
};

void
fuzz_mutate(GByteArray *message, const uint8_t *other, uint32_t other_length, uint64_t *random)
{
    uint32_t which = below(random, G_N_ELEMENTS(changes) + 1);

    if (message->len == 0)
        return;
    if (which < G_N_ELEMENTS(changes))
        changes[which](message, random);
    else
        splice(message, other, other_length, random);
}
