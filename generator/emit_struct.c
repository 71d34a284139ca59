/* emit_struct.c
 * The function of a message or struct
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <string.h>

#include "emit_parts.h"
#include "resolve.h"

/* A field in some versions, as it lies in its struct or as a tagged field. */
typedef struct {
    const field *field;
    versions range;                     /* as the schema says it */
    bool is_tagged;
} piece;

static int
compare_tags(gconstpointer a, gconstpointer b)
{
    const piece *x = a;
    const piece *y = b;
    int order = x->field->tag - y->field->tag;
    return order ? order : x->range.first - y->range.first;
}

/* Those that are there in some version of `p`: the plain ones in the order of the wire, or the tagged ones by tag. */
static GArray *
pieces_of(const part *p, bool tagged)
{
    GArray *pieces = g_array_new(FALSE, FALSE, sizeof(piece));
    for (unsigned i = 0; i < p->fields->len; i++) {
        const field *f = p->fields->pdata[i];
        piece one = { f, tagged ? field_tagged(f) : field_plain(f), tagged };
        if (!versions_empty(versions_intersect(one.range, p->present)))
            g_array_append_val(pieces, one);
    }
    if (tagged)
        g_array_sort(pieces, compare_tags);
    return pieces;
}

/* Comments: what the schema says, in columns. */

static char *
nullable_text(const piece *one)
{
    const field *f = one->field;
    versions nullable = versions_intersect(f->nullable, one->range);
    if (versions_empty(nullable))
        return g_strdup("");
    if (versions_equal(nullable, one->range))
        return g_strdup("nullable");
    char *range = versions_text(f->nullable);
    char *text = g_strdup_printf("nullable %s", range);
    g_free(range);
    return text;
}

static void
comment_rows(GString *comment, const GArray *pieces, bool tagged)
{
    int tag_width = 0;
    int name_width = 0;
    int type_width = 0;
    int range_width = 0;

    for (unsigned i = 0; i < pieces->len; i++) {
        const piece *one = &g_array_index(pieces, piece, i);
        char *range = versions_text(one->range);
        tag_width = MAX(tag_width, snprintf(NULL, 0, "%d", one->field->tag));
        name_width = MAX(name_width, (int)strlen(one->field->name));
        type_width = MAX(type_width, (int)strlen(one->field->type));
        range_width = MAX(range_width, (int)strlen(range));
        g_free(range);
    }
    for (unsigned i = 0; i < pieces->len; i++) {
        const piece *one = &g_array_index(pieces, piece, i);
        char *range = versions_text(one->range);
        char *nullable = nullable_text(one);
        g_string_append(comment, "\n *   ");
        if (tagged)
            g_string_append_printf(comment, "%*d  ", tag_width, one->field->tag);
        g_string_append_printf(comment, "%-*s  %-*s  ", name_width, one->field->name, type_width, one->field->type);
        if (*nullable)
            g_string_append_printf(comment, "%-*s  %s", range_width, range, nullable);
        else
            g_string_append(comment, range);
        g_free(range);
        g_free(nullable);
    }
}

static void
emit_comment(writer *w, const char *title, const GArray *pieces, bool tagged)
{
    GString *comment = g_string_new(NULL);
    g_string_printf(comment, "/* %s", title);
    if (pieces->len == 0)
        g_string_append(comment, ": no fields");
    comment_rows(comment, pieces, tagged);
    writer_line(w, "%s */", comment->str);
    g_string_free(comment, TRUE);
}

/* Calls of the reader. */

static const char *const readers[] = {
    [TYPE_BOOL] = "bool", [TYPE_INT8] = "int8", [TYPE_INT16] = "int16", [TYPE_UINT16] = "uint16",
    [TYPE_INT32] = "int32", [TYPE_UINT32] = "uint32", [TYPE_INT64] = "int64", [TYPE_FLOAT64] = "float64",
    [TYPE_UUID] = "uuid", [TYPE_VARINT] = "varint", [TYPE_VARLONG] = "varlong", [TYPE_STRING] = "string",
    [TYPE_BYTES] = "bytes", [TYPE_RECORDS] = "records",
};

static const char *const bit_readers[] = {
    [TYPE_INT8] = "bits8", [TYPE_INT16] = "bits16", [TYPE_INT32] = "bits32",
};

static char *
reader_of(const field *f)
{
    if (f->kind == TYPE_STRUCT)
        return g_strdup(f->array ? "structs" : "struct");
    if (f->array)
        return g_strdup("array");
    return g_strdup(f->bits ? bit_readers[f->kind] : readers[f->kind]);
}

/* What a reader's name has behind it for a length that the version does not decide. */
static char *
length_suffix(const field *f)
{
    if (f->has_flexible)
        return g_strdup("_int16");
    return f->length == LENGTH_BY_VERSION ? g_strdup("") : g_strconcat("_", length_name(f->length), NULL);
}

/* `nullable` may be false for a piece that is null in other versions. */
static void
emit_call(writer *w, const piece *one, bool nullable)
{
    const field *f = one->field;
    char *reader = reader_of(f);
    bool is_struct = f->kind == TYPE_STRUCT && !f->array;
    bool one_struct = is_struct && !nullable;
    char *suffix = is_struct && nullable && one->is_tagged ? g_strdup("_tagged") : length_suffix(f);
    char *head = g_strdup_printf("kafka_%s%s%s(", nullable ? "nullable_" : one_struct ? "one_" : "", reader, suffix);
    char *hf = g_strdup_printf("hf_%s%s", f->c_name, field_has_elements(f) ? "_count" : "");
    char *constant = role_constant(f->role ? f->role : "no_role");
    char *element = f->kind != TYPE_STRUCT ? g_strdup_printf("kafka_%s", readers[f->kind]) : NULL;
    char *element_hf = g_strdup_printf("hf_%s", f->c_name);
    char *contained = f->structure ? g_strdup_printf("&%s", f->structure->c_name) : NULL;
    char *bits = f->bits ? g_strdup_printf("&%s_bits", f->c_name) : NULL;

    if (f->kind == TYPE_STRUCT)
        writer_list(w, head, (const char *const[]){ "r", "tree", hf, contained, NULL }, ");");
    else if (f->array)
        writer_list(w, head, (const char *const[]){ "r", "tree", hf, element, element_hf, constant, NULL }, ");");
    else
        writer_list(w, head, (const char *const[]){ "r", "tree", hf, constant, bits, NULL }, ");");

    g_free(reader);
    g_free(suffix);
    g_free(head);
    g_free(hf);
    g_free(constant);
    g_free(element);
    g_free(element_hf);
    g_free(contained);
    g_free(bits);
}

/* The condition under which a piece is nullable; *nullable tells whether it ever is. */
static char *
nullable_condition(const piece *one, versions known, bool *nullable)
{
    versions here = versions_intersect(one->range, known);
    *nullable = !versions_empty(versions_intersect(one->field->nullable, here));
    return *nullable ? versions_condition(one->field->nullable, here, "r->version") : NULL;
}

static void
emit_read(writer *w, const piece *one, versions known)
{
    bool nullable;
    char *condition = nullable_condition(one, known, &nullable);
    if (condition) {
        writer_line(w, "if (%s)", condition);
        writer_indent(w);
        emit_call(w, one, true);
        writer_outdent(w);
        writer_line(w, "else");
        writer_indent(w);
        emit_call(w, one, false);
        writer_outdent(w);
    } else {
        emit_call(w, one, nullable);
    }
    g_free(condition);
}

static bool
needs_braces(const piece *one, versions known)
{
    bool nullable;
    char *condition = nullable_condition(one, known, &nullable);
    bool needs = condition != NULL;
    g_free(condition);
    return needs;
}

static char *
condition_of(const GArray *pieces, unsigned i, versions known)
{
    return i < pieces->len ? versions_condition(g_array_index(pieces, piece, i).range, known, "r->version") : NULL;
}

/* The pieces from `first` that have its condition share one "if"; returns the one after them. */
static unsigned
emit_run(writer *w, const part *p, const GArray *pieces, unsigned first)
{
    char *condition = condition_of(pieces, first, p->present);
    unsigned end = first;
    char *next;

    do {
        next = condition_of(pieces, ++end, p->present);
        if (end == pieces->len || g_strcmp0(next, condition) != 0)
            break;
        g_free(next);
    } while (true);
    g_free(next);

    bool braces = end > first + 1 || needs_braces(&g_array_index(pieces, piece, first), p->present);
    if (condition) {
        writer_line(w, "if (%s)%s", condition, braces ? " {" : "");
        writer_indent(w);
    }
    for (unsigned i = first; i < end; i++)
        emit_read(w, &g_array_index(pieces, piece, i), p->present);
    if (condition) {
        writer_outdent(w);
        if (braces)
            writer_line(w, "}");
    }
    g_free(condition);
    return end;
}

/* Tagged fields. */

/* The opposite of versions_condition. */
static char *
absent_condition(versions v, versions known)
{
    bool before = v.first > known.first;
    bool after = v.last < known.last;
    if (before && after)
        return g_strdup_printf("r->version < %d || r->version > %d", v.first, v.last);
    if (before)
        return g_strdup_printf("r->version < %d", v.first);
    return after ? g_strdup_printf("r->version > %d", v.last) : NULL;
}

static void
emit_case(writer *w, const piece *one, versions known)
{
    char *absent = absent_condition(one->range, known);
    if (absent) {
        writer_line(w, "if (%s)", absent);
        writer_line(w, "    return false;");
    }
    emit_read(w, one, known);
    writer_line(w, "return true;");
    g_free(absent);
}

/* Different fields have had this tag, in the order of their versions. */
static void
emit_shared_case(writer *w, const piece *pieces, unsigned count, versions known)
{
    versions left = known;
    for (unsigned i = 0; i < count; i++) {
        char *condition = versions_condition(pieces[i].range, left, "r->version");
        if (!condition) {
            emit_case(w, &pieces[i], left);
            return;
        }
        writer_line(w, "if (%s) {", condition);
        writer_indent(w);
        emit_read(w, &pieces[i], left);
        writer_line(w, "return true;");
        writer_outdent(w);
        writer_line(w, "}");
        g_free(condition);
        if (pieces[i].range.first <= left.first)
            left.first = pieces[i].range.last + 1;
    }
    writer_line(w, "return false;");
}

static void
emit_tagged(writer *w, const part *p, const GArray *pieces)
{
    versions known = versions_intersect(p->present, p->message->flexible);
    char *title = g_strdup_printf("Tagged fields of %s", p->name);
    char *head = g_strdup_printf("dissect_%s_tagged(", p->c_name);
    unsigned end;

    emit_comment(w, title, pieces, true);
    writer_line(w, "static bool");
    writer_list(w, head, (const char *const[]){ "kafka_reader *r", "proto_tree *tree", "uint32_t tag", NULL }, ")");
    writer_line(w, "{");
    writer_indent(w);
    writer_line(w, "switch (tag) {");
    for (unsigned i = 0; i < pieces->len; i = end) {
        const piece *first = &g_array_index(pieces, piece, i);
        for (end = i + 1; end < pieces->len; end++) {
            if (g_array_index(pieces, piece, end).field->tag != first->field->tag)
                break;
        }
        writer_line(w, "case %d:", first->field->tag);
        writer_indent(w);
        if (end == i + 1)
            emit_case(w, first, known);
        else
            emit_shared_case(w, first, end - i, known);
        writer_outdent(w);
    }
    writer_line(w, "default:");
    writer_line(w, "    return false;");
    writer_line(w, "}");
    writer_outdent(w);
    writer_line(w, "}");
    writer_blank(w);
    g_free(title);
    g_free(head);
}

static void
emit_dissect(writer *w, const part *p, const GArray *plain, bool has_tagged)
{
    bool flexible = !versions_empty(versions_intersect(p->present, p->message->flexible));
    const char *unused = plain->len == 0 && !flexible ? " _U_" : "";
    char *head = g_strdup_printf("dissect_%s(", p->c_name);
    char *reader = g_strdup_printf("kafka_reader *r%s", unused);
    char *tree = g_strdup_printf("proto_tree *tree%s", unused);

    emit_comment(w, p->name, plain, false);
    writer_line(w, "static void");
    writer_list(w, head, (const char *const[]){ reader, tree, NULL }, ")");
    writer_line(w, "{");
    writer_indent(w);
    for (unsigned i = 0; i < plain->len;)
        i = emit_run(w, p, plain, i);
    if (flexible) {
        char *tagged = has_tagged ? g_strdup_printf("dissect_%s_tagged", p->c_name) : g_strdup("NULL");
        writer_list(w, "kafka_tagged_fields(", (const char *const[]){ "r", "tree", tagged, NULL }, ");");
        g_free(tagged);
    }
    writer_outdent(w);
    writer_line(w, "}");
    writer_blank(w);
    g_free(head);
    g_free(reader);
    g_free(tree);
}

void
emit_part(writer *w, const part *p)
{
    GArray *plain = pieces_of(p, false);
    GArray *tagged = pieces_of(p, true);

    if (tagged->len > 0)
        emit_tagged(w, p, tagged);
    emit_dissect(w, p, plain, tagged->len > 0);
    if (p->structure) {
        writer_line(w, "static const kafka_struct %s = {", p->c_name);
        writer_line(w, "    .name = \"%s\",", p->name);
        writer_line(w, "    .dissect = dissect_%s,", p->c_name);
        writer_line(w, "    .ett = &ett_%s,", p->c_name);
        writer_line(w, "};");
        writer_blank(w);
    }
    g_array_free(plain, TRUE);
    g_array_free(tagged, TRUE);
}
