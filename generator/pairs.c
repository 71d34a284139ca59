/* pairs.c
 * Which field of a newer release is which of an older one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "pairs.h"

#include <string.h>

/** "records" was "bytes" until 2.7, with the same length before it. */
static type_kind
wire_kind(const field *f)
{
    return f->kind == TYPE_RECORDS ? TYPE_BYTES : f->kind;
}

bool
part_same_type(const part *a, const part *b)
{
    return wire_kind(a->source) == wire_kind(b->source) && a->source->array == b->source->array &&
           a->source->has_flexible == b->source->has_flexible && a->source->length == b->source->length &&
           versions_equal(a->source->flexible, b->source->flexible);
}

static bool
is_plain(const part *p, int version)
{
    return set_has(p->present & ~p->tagged, version);
}

part *
block_next_plain(const block *b, unsigned *i, int version)
{
    while (*i < b->parts->len) {
        part *p = g_ptr_array_index(b->parts, (*i)++);

        if (is_plain(p, version))
            return p;
    }
    return NULL;
}

part *
block_find_tag(const block *b, int tag, int version)
{
    for (unsigned i = 0; i < b->parts->len; i++) {
        part *p = g_ptr_array_index(b->parts, i);

        if (set_has(p->tagged, version) && p->tag == tag)
            return p;
    }
    return NULL;
}

part *
row_nearest(const row *rows, unsigned i, version_set near)
{
    part *nearest = NULL;
    int distance = LAYOUT_NEWEST + 1;

    for (int version = 0; version <= LAYOUT_NEWEST; version++) {
        if (!rows[i][version])
            continue;
        if (!near)
            return rows[i][version];
        for (int other = 0; other <= LAYOUT_NEWEST; other++) {
            if (set_has(near, other) && ABS(other - version) < distance) {
                distance = ABS(other - version);
                nearest = rows[i][version];
            }
        }
    }
    return nearest;
}

static bool
is_paired(const row *rows, unsigned count, const part *newer)
{
    for (unsigned i = 0; i < count; i++) {
        for (int version = 0; version <= LAYOUT_NEWEST; version++) {
            if (rows[i][version] == newer)
                return true;
        }
    }
    return false;
}

unsigned
block_index(const block *b, const part *p)
{
    unsigned i = 0;

    while (i < b->parts->len && g_ptr_array_index(b->parts, i) != p)
        i++;
    return i;
}

unsigned
rows_next_anchor(const block *into, const block *from, const row *rows, unsigned i)
{
    while (++i < from->parts->len) {
        const part *newer = row_nearest(rows, i, 0);

        if (newer && !newer->tagged)
            return block_index(into, newer);
    }
    return into->parts->len;
}

part *
rows_find_name(const block *into, const block *from, const row *rows, const part *older, version_set added,
          unsigned first, unsigned end)
{
    for (unsigned i = 0; i < into->parts->len; i++) {
        part *newer = g_ptr_array_index(into->parts, i);
        versions joined;
        bool right_place = (i >= first && i < end) || (newer->tagged && older->tagged);

        if (right_place && g_strcmp0(newer->source->name, older->source->name) == 0 && part_same_type(newer, older) &&
            !(newer->present & added) && set_range(newer->present | added, &joined) &&
            (newer->tag == older->tag || newer->tag < 0 || older->tag < 0) && !is_paired(rows, from->parts->len, newer))
            return newer;
    }
    return NULL;
}
