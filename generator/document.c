/* document.c
 * A JSON file that knows the line of each of its members
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "document.h"
#include "source.h"

#include <string.h>

/** Kafka's schemas nest 14 deep; json-glib calls itself for each level. */
#define DEEPEST 64
/** So that json-glib's int64 can't overflow. */
#define LONGEST_NUMBER 18

/** What is known about an object; holds a reference, so that no other object gets its address. */
typedef struct {
    JsonObject *object;
    int line;
    GHashTable *members;                /* name -> member_line* */
} object_lines;

typedef struct {
    int line;
    char *value;                        /* JSON */
} member_line;

struct document {
    diag *d;
    const char *file;
    bool repeats;                       /* a key may stand twice with one value */
    JsonParser *parser;
    GHashTable *objects;                /* JsonObject* -> object_lines* */
};

static void
object_lines_free(gpointer data)
{
    object_lines *lines = data;

    json_object_unref(lines->object);
    g_hash_table_destroy(lines->members);
    g_free(lines);
}

static void
member_line_free(gpointer data)
{
    member_line *member = data;

    g_free(member->value);
    g_free(member);
}

/* What json-glib lets pass though it is not JSON. */

static gsize
word_length(const char *text, gsize length)
{
    gsize n = 0;

    while (n < length && (g_ascii_isalnum(text[n]) || strchr("+-._", text[n])))
        n++;
    return n;
}

static gsize
count_digits(const char *text, gsize length)
{
    gsize n = 0;

    while (n < length && g_ascii_isdigit(text[n]))
        n++;
    return n;
}

/** JSON's number, without leading zeros and with digits on both sides of a point. */
static bool
is_number(const char *text, gsize length)
{
    gsize i = length > 0 && text[0] == '-' ? 1 : 0;
    gsize digits = count_digits(text + i, length - i);

    if (digits == 0 || digits > LONGEST_NUMBER || (digits > 1 && text[i] == '0'))
        return false;
    i += digits;
    if (i < length && text[i] == '.') {
        digits = count_digits(text + i + 1, length - i - 1);
        if (digits == 0)
            return false;
        i += 1 + digits;
    }
    if (i < length && (text[i] == 'e' || text[i] == 'E')) {
        i++;
        if (i < length && (text[i] == '+' || text[i] == '-'))
            i++;
        digits = count_digits(text + i, length - i);
        if (digits == 0 || digits > 2)
            return false;
        i += digits;
    }
    return i == length;
}

static bool
is_literal(const char *text, gsize length)
{
    return (length == 4 && (memcmp(text, "true", 4) == 0 || memcmp(text, "null", 4) == 0)) ||
           (length == 5 && memcmp(text, "false", 5) == 0);
}

/** The end of the string that starts at `start`, one behind its quote; 0 if it has none or a control character. */
static gsize
string_end(const char *text, gsize length, gsize start)
{
    for (gsize i = start + 1; i < length; i++) {
        if (text[i] == '"')
            return i + 1;
        if ((guchar)text[i] < 0x20)
            return 0;
        if (text[i] == '\\')
            i++;
    }
    return 0;
}

/** Looks at the tokens; how they follow each other is json-glib's. Returns what is wrong, at *line, or NULL. */
static const char *
find_bad_token(const char *text, gsize length, int *line)
{
    int depth = 0;
    bool ended = false;
    char before = '\0';                 /* the last token's first character */
    gsize i = 0;

    *line = 1;
    while (i < length) {
        char c = text[i];
        gsize word;

        if (c == '\n')
            ++*line;
        if (strchr(" \t\r\n", c)) {
            i++;
            continue;
        }
        if (ended)
            return "text after the end of the JSON object";
        if (before == ',' && (c == '}' || c == ']'))
            return "a comma before the closing bracket";
        before = c;
        if (c == '"') {
            i = string_end(text, length, i);
            if (i == 0)
                return "a string without end, or with a control character in it";
            continue;
        }
        if (strchr("{}[]:,", c)) {
            if (c == '{' || c == '[')
                depth++;
            else if (c == '}' || c == ']')
                ended = --depth <= 0;
            if (depth > DEEPEST)
                return "nested too deeply";
            i++;
            continue;
        }
        word = word_length(text + i, length - i);
        if (word == 0)
            return "a character that can't stand in JSON here";
        if (!is_literal(text + i, word) && !is_number(text + i, word))
            return "neither a number nor true, false or null";
        i += word;
    }
    return depth > 0 ? "the file ends before the JSON object does" : NULL;
}

/** Checks what json-glib does not. */
static bool
check_text(diag *d, const char *file, const char *text, gsize length)
{
    const char *end;
    const char *wrong;
    place at = { file, 1 };

    if (!g_utf8_validate(text, (gssize)length, &end)) {
        for (const char *c = text; c < end; c++)
            at.line += *c == '\n';
        diag_error(d, at, NULL, "not UTF-8 text");
        return false;
    }
    wrong = find_bad_token(text, length, &at.line);
    if (wrong)
        diag_error(d, at, NULL, "not valid JSON: %s", wrong);
    return !wrong;
}

/* Lines, by the parser's signals. */

static object_lines *
lines_of(document *doc, JsonObject *object)
{
    object_lines *lines = g_hash_table_lookup(doc->objects, object);

    if (!lines) {
        lines = g_new0(object_lines, 1);
        lines->object = json_object_ref(object);
        lines->members = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, member_line_free);
        g_hash_table_insert(doc->objects, object, lines);
    }
    return lines;
}

/** The first line known of a value that was just read to its end. */
static int
first_line(document *doc, JsonNode *node, int last_line)
{
    if (node && JSON_NODE_HOLDS_ARRAY(node)) {
        JsonArray *array = json_node_get_array(node);

        return json_array_get_length(array) > 0 ? first_line(doc, json_array_get_element(array, 0), last_line)
                                                : last_line;
    }
    if (node && JSON_NODE_HOLDS_OBJECT(node)) {
        object_lines *lines = g_hash_table_lookup(doc->objects, json_node_get_object(node));

        return lines && lines->line > 0 ? lines->line : last_line;
    }
    return last_line;
}

static void
on_member(JsonParser *parser, JsonObject *object, const char *name, gpointer data)
{
    document *doc = data;
    object_lines *lines = lines_of(doc, object);
    JsonNode *node = json_object_get_member(object, name);
    const member_line *known = g_hash_table_lookup(lines->members, name);
    member_line *member = g_new0(member_line, 1);

    member->line = first_line(doc, node, json_parser_get_current_line(parser));
    member->value = json_to_string(node, FALSE);
    if (lines->line == 0)
        lines->line = member->line;
    if (known && !(doc->repeats && strcmp(known->value, member->value) == 0))
        diag_error(doc->d, (place){ doc->file, member->line }, NULL, "key \"%s\" stands twice in this object", name);
    g_hash_table_insert(lines->members, g_strdup(name), member);
}

static void
on_object_end(JsonParser *parser, JsonObject *object, gpointer data)
{
    object_lines *lines = lines_of(data, object);

    if (lines->line == 0)
        lines->line = json_parser_get_current_line(parser);
}

/** json-glib's message is "<data>:LINE:COLUMN: Parse error: TEXT". */
static void
report_syntax(diag *d, const char *file, const char *text)
{
    static const char before[] = "Parse error: ";
    const char *found = strstr(text, before);
    const char *colon = strchr(text, ':');
    place at = { file, 0 };

    if (colon)
        at.line = (int)g_ascii_strtoll(colon + 1, NULL, 10);
    diag_error(d, at, NULL, "not valid JSON: %s", found ? found + strlen(before) : text);
}

static document *
read_text(diag *d, const char *file, const char *text, gsize length, bool repeats)
{
    char *blanked = g_malloc(length + 1);
    document *doc;
    JsonNode *root;
    GError *error = NULL;

    memcpy(blanked, text, length);
    blanked[length] = '\0';
    source_blank_comments(blanked, length);
    if (!check_text(d, file, blanked, length)) {
        g_free(blanked);
        return NULL;
    }

    doc = g_new0(document, 1);
    doc->d = d;
    doc->file = file;
    doc->repeats = repeats;
    doc->objects = g_hash_table_new_full(NULL, NULL, NULL, object_lines_free);
    doc->parser = json_parser_new();
    g_signal_connect(doc->parser, "object-member", G_CALLBACK(on_member), doc);
    g_signal_connect(doc->parser, "object-end", G_CALLBACK(on_object_end), doc);

    if (!json_parser_load_from_data(doc->parser, blanked, (gssize)length, &error)) {
        report_syntax(d, file, error->message);
        g_error_free(error);
        document_free(doc);
        doc = NULL;
    } else {
        root = json_parser_get_root(doc->parser);
        if (!root || !JSON_NODE_HOLDS_OBJECT(root)) {
            diag_error(d, (place){ file, 1 }, NULL, "no JSON object in this file");
            document_free(doc);
            doc = NULL;
        }
    }
    g_free(blanked);
    return doc;
}

document *
document_read(diag *d, const char *file, const char *text, gsize length)
{
    return read_text(d, file, text, length, false);
}

document *
document_read_with_repeats(diag *d, const char *file, const char *text, gsize length)
{
    return read_text(d, file, text, length, true);
}

void
document_free(document *doc)
{
    if (!doc)
        return;
    g_object_unref(doc->parser);
    g_hash_table_destroy(doc->objects);
    g_free(doc);
}

JsonObject *
document_root(const document *doc)
{
    return json_node_get_object(json_parser_get_root(doc->parser));
}

place
document_place(const document *doc, JsonObject *object, const char *member)
{
    const object_lines *lines = g_hash_table_lookup(doc->objects, object);
    place at = { doc->file, 0 };

    if (lines) {
        const member_line *known = member ? g_hash_table_lookup(lines->members, member) : NULL;

        at.line = known ? known->line : lines->line;
    }
    return at;
}

const char *
document_kind(JsonNode *node)
{
    if (!node || JSON_NODE_HOLDS_NULL(node))
        return "null";
    if (JSON_NODE_HOLDS_OBJECT(node))
        return "an object";
    if (JSON_NODE_HOLDS_ARRAY(node))
        return "an array";
    switch (json_node_get_value_type(node)) {
    case G_TYPE_STRING:
        return "a string";
    case G_TYPE_BOOLEAN:
        return "true or false";
    default:
        return "a number";
    }
}
