/* emit_bits.c
 * What the bits of numbers are: the reader's constants, and how they are registered
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "emit_parts.h"

static char *
versions_of(const bit_field *b)
{
    return b->present.last == VERSIONS_OPEN ? g_strdup_printf("{ %d, KAFKA_NEWEST }", b->present.first)
                                            : g_strdup_printf("{ %d, %d }", b->present.first, b->present.last);
}

static void
emit_constants(writer *w, const field *f, const names *n)
{
    (void)n;
    if (!f->bits)
        return;
    writer_line(w, "static const kafka_bit %s_bit[] = {", f->c_name);
    for (unsigned i = 0; i < f->bits->len; i++) {
        const bit_field *b = f->bits->pdata[i];
        char *constant = role_constant(b->role ? b->role : "no_role");
        char *present = versions_of(b);
        writer_line(w, "    { &hf_%s, 0x%x, %s, %s },", b->c_name, b->mask, present, constant);
        g_free(constant);
        g_free(present);
    }
    writer_line(w, "};");
    writer_line(w, "static const kafka_bits %s_bits = {", f->c_name);
    writer_line(w, "    .bits = %s_bit,", f->c_name);
    writer_line(w, "    .count = array_length(%s_bit),", f->c_name);
    writer_line(w, "    .ett = &ett_%s_bits,", f->c_name);
    writer_line(w, "};");
    writer_blank(w);
}

void
emit_bits(writer *w, const message *m)
{
    for_each_field(w, m, NULL, emit_constants);
}

void
emit_bit_items(writer *w, const field *f)
{
    const char *width = f->kind == TYPE_INT8 ? "8" : f->kind == TYPE_INT16 ? "16" : "32";
    char *number = g_strconcat("FT_UINT", width, NULL);

    for (unsigned i = 0; i < f->bits->len; i++) {
        const bit_field *b = f->bits->pdata[i];
        bool flag = !b->enumeration && (b->mask & (b->mask - 1)) == 0;
        const char *base = b->enumeration ? "BASE_DEC|BASE_EXT_STRING" : "BASE_DEC";
        char *strings = b->enumeration ? g_strdup_printf("&kafka_%s_values", b->enumeration) : g_strdup("NULL");

        emit_item(w, b->c_name, b->name, b->filter, flag ? "FT_BOOLEAN" : number, flag ? width : base, strings,
                  b->mask, b->blurb);
        g_free(strings);
    }
    g_free(number);
}
