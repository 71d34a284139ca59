/* validate_bits.c
 * The rules about "bits"
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "validate_parts.h"

/** How many bits a number has that can have names for them; 0: it can't. */
static unsigned
width_of(const field *f)
{
    if (f->array)
        return 0;
    return f->kind == TYPE_INT8 ? 8 : f->kind == TYPE_INT16 ? 16 : f->kind == TYPE_INT32 ? 32 : 0;
}

static void
mask_fits(const scope *s, const field *f, const bit_field *b)
{
    guint32 shifted = b->mask;
    unsigned width = width_of(f);

    while (shifted != 0 && (shifted & 1) == 0)
        shifted >>= 1;
    if (b->mask == 0 || (shifted & (shifted + 1)) != 0)
        diag_error(s->diag, b->at, s->where, "\"mask\" of \"%s\" must be bits in a row", b->name);
    if (width > 0 && width < 32 && b->mask >> width != 0)
        diag_error(s->diag, b->at, s->where, "\"mask\" of \"%s\" does not fit %s", b->name, f->type);
}

static void
masks_differ(const scope *s, const field *f, const bit_field *b)
{
    for (unsigned i = 0; f->bits->pdata[i] != b; i++) {
        const bit_field *other = f->bits->pdata[i];
        if ((b->mask & other->mask) != 0 && !versions_empty(versions_intersect(b->present, other->present)))
            diag_error(s->diag, b->at, s->where, "\"mask\" of \"%s\" has bits of \"%s\"", b->name, other->name);
    }
}

static void
bit_versions(const scope *s, const field *f, const bit_field *b)
{
    if (versions_empty(versions_intersect(b->present, f->present)))
        diag_error(s->diag, b->at, s->where, "\"%s\" is in no version of \"%s\"", b->name, f->name);
}

void
validate_bits(const scope *s, const field *f)
{
    if (width_of(f) == 0)
        diag_error(s->diag, f->at, s->where, "field \"%s\" is of type %s, which can't have \"bits\"", f->name, f->type);
    for (unsigned i = 0; i < f->bits->len; i++) {
        mask_fits(s, f, f->bits->pdata[i]);
        masks_differ(s, f, f->bits->pdata[i]);
        bit_versions(s, f, f->bits->pdata[i]);
    }
}
