/* emit_fields.c
 * The items of the tree: variables, and how they are registered
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "emit_parts.h"

void
for_each_field(writer *w, const message *m, const names *n, each_field each)
{
    GPtrArray *parts = message_parts(m);
    for (unsigned i = 0; i < parts->len; i++) {
        const part *p = parts->pdata[i];
        for (unsigned j = 0; j < p->fields->len; j++) {
            if (field_has_item(p, p->fields->pdata[j]))
                each(w, p->fields->pdata[j], n);
        }
    }
    g_ptr_array_unref(parts);
}

static void
emit_variable(writer *w, const field *f, const names *n)
{
    (void)n;
    if (field_has_elements(f))
        writer_line(w, "static int hf_%s_count = -1;", f->c_name);
    writer_line(w, "static int hf_%s = -1;", f->c_name);
    for (unsigned i = 0; f->bits && i < f->bits->len; i++)
        writer_line(w, "static int hf_%s = -1;", ((const bit_field *)f->bits->pdata[i])->c_name);
}

static void
emit_tree_variable(writer *w, const field *f, const names *n)
{
    (void)n;
    if (f->bits)
        writer_line(w, "static int ett_%s_bits = -1;", f->c_name);
}

static void
emit_tree_address(writer *w, const field *f, const names *n)
{
    (void)n;
    if (f->bits)
        writer_line(w, "    &ett_%s_bits,", f->c_name);
}

void
emit_variables(writer *w, const message *m)
{
    GPtrArray *parts = message_parts(m);

    writer_line(w, "static int hf_%s = -1;", m->c_name);
    for_each_field(w, m, NULL, emit_variable);
    writer_blank(w);
    for (unsigned i = 0; i < parts->len; i++)
        writer_line(w, "static int ett_%s = -1;", ((const part *)parts->pdata[i])->c_name);
    for_each_field(w, m, NULL, emit_tree_variable);
    writer_blank(w);
    g_ptr_array_unref(parts);
}

void
emit_item(writer *w, const char *c_name, const char *label, const char *filter, const char *type,
          const char *base, const char *strings, guint32 mask, const char *blurb)
{
    char *quoted_label = writer_quote(label);
    char *quoted_blurb = writer_quote(blurb);
    char *label_line = g_strdup_printf("{ %s,", quoted_label);
    char *filter_line = g_strdup_printf("\"%s\",", filter);
    char *type_line = g_strdup_printf(mask ? "%s, %s, %s, 0x%x," : "%s, %s, %s, %u,", type, base, strings, mask);
    char *blurb_line = g_strdup_printf("%s, HFILL } },", quoted_blurb);
    gsize names_length = strlen("      ") + strlen(label_line) + 1 + strlen(filter_line);

    writer_line(w, "{ &hf_%s,", c_name);
    if (names_length + 1 + strlen(type_line) + 1 + strlen(blurb_line) <= WRITER_WIDTH)
        writer_line(w, "  %s %s %s %s", label_line, filter_line, type_line, blurb_line);
    else if (names_length <= WRITER_WIDTH)
        writer_line(w, "  %s %s\n    %s\n    %s", label_line, filter_line, type_line, blurb_line);
    else
        writer_line(w, "  %s\n    %s\n    %s\n    %s", label_line, filter_line, type_line, blurb_line);
    g_free(quoted_label);
    g_free(quoted_blurb);
    g_free(label_line);
    g_free(filter_line);
    g_free(type_line);
    g_free(blurb_line);
}

display
display_of(const names *n, const char *format)
{
    switch (names_format(n, format)) {
    case FORMAT_ENUM:
        return (display){ names_are_exceptions(n, format) ? "BASE_DEC|BASE_EXT_STRING|BASE_SPECIAL_VALS"
                                                          : "BASE_DEC|BASE_EXT_STRING",
                          g_strdup_printf("&kafka_%s_values", format) };
    case FORMAT_BITS:
        return (display){ "BASE_CUSTOM", g_strdup_printf("CF_FUNC(kafka_format_%s)", format) };
    case FORMAT_API_KEY:
        return (display){ "BASE_DEC|BASE_EXT_STRING", g_strdup("&kafka_api_values") };
    case FORMAT_TIMESTAMP:
        return (display){ "BASE_CUSTOM", g_strdup("CF_FUNC(kafka_format_timestamp)") };
    case FORMAT_OFFSET_TIME:
        return (display){ "BASE_CUSTOM", g_strdup("CF_FUNC(kafka_format_offset_time)") };
    case FORMAT_MS:
        return (display){ "BASE_DEC|BASE_UNIT_STRING", g_strdup("UNS(&units_milliseconds)") };
    case FORMAT_SECONDS:
        return (display){ "BASE_DEC|BASE_UNIT_STRING", g_strdup("UNS(&units_second_seconds)") };
    case FORMAT_BYTES:
        return (display){ "BASE_DEC|BASE_UNIT_STRING", g_strdup("UNS(&units_byte_bytes)") };
    case FORMAT_HEX:
        return (display){ "BASE_HEX", g_strdup("NULL") };
    default:
        return (display){ "BASE_DEC", g_strdup("NULL") };
    }
}

static void
emit_simple_item(writer *w, const field *f, const names *n)
{
    static const struct {
        const char *type;
        bool number;
    } types[] = {
        [TYPE_BOOL] = { "FT_BOOLEAN", false }, [TYPE_INT8] = { "FT_INT8", true },
        [TYPE_INT16] = { "FT_INT16", true }, [TYPE_UINT16] = { "FT_UINT16", true },
        [TYPE_INT32] = { "FT_INT32", true }, [TYPE_UINT32] = { "FT_UINT32", true },
        [TYPE_INT64] = { "FT_INT64", true }, [TYPE_FLOAT64] = { "FT_DOUBLE", false },
        [TYPE_UUID] = { "FT_GUID", false }, [TYPE_VARINT] = { "FT_INT32", true },
        [TYPE_VARLONG] = { "FT_INT64", true }, [TYPE_STRING] = { "FT_STRING", false },
        [TYPE_BYTES] = { "FT_BYTES", false }, [TYPE_RECORDS] = { "FT_NONE", false },
        [TYPE_STRUCT] = { "FT_NONE", false },
    };
    display shown = { "BASE_NONE", NULL };
    if (types[f->kind].number)
        shown = display_of(n, f->format);
    emit_item(w, f->c_name, f->label, f->filter, types[f->kind].type, shown.base,
              shown.strings ? shown.strings : "NULL", 0, f->blurb);
    g_free(shown.strings);
}

static void
emit_field_items(writer *w, const field *f, const names *n)
{
    if (f->array) {
        bool elements = field_has_elements(f);
        char *c_name = g_strconcat(f->c_name, elements ? "_count" : NULL, NULL);
        char *filter = g_strconcat(f->filter, elements ? ".count" : NULL, NULL);
        if (f->length == LENGTH_REST)
            emit_item(w, c_name, f->label, filter, "FT_NONE", "BASE_NONE", "NULL", 0, f->blurb);
        else
            emit_item(w, c_name, f->label, filter, "FT_INT32", "BASE_DEC|BASE_UNIT_STRING",
                      "UNS(&kafka_units_elements)", 0, f->blurb);
        g_free(c_name);
        g_free(filter);
    }
    if (!f->array || field_has_elements(f))
        emit_simple_item(w, f, n);
    if (f->bits)
        emit_bit_items(w, f);
}

void
emit_registration(writer *w, const message *m, const names *n)
{
    GPtrArray *parts = message_parts(m);

    writer_line(w, "static hf_register_info %s_fields[] = {", m->c_name);
    writer_indent(w);
    emit_item(w, m->c_name, m->label, m->filter, "FT_NONE", "BASE_NONE", "NULL", 0, m->blurb);
    for_each_field(w, m, n, emit_field_items);
    writer_outdent(w);
    writer_line(w, "};");
    writer_blank(w);

    writer_line(w, "static int *const %s_trees[] = {", m->c_name);
    for (unsigned i = 0; i < parts->len; i++)
        writer_line(w, "    &ett_%s,", ((const part *)parts->pdata[i])->c_name);
    for_each_field(w, m, NULL, emit_tree_address);
    writer_line(w, "};");
    writer_blank(w);
    g_ptr_array_unref(parts);
}
