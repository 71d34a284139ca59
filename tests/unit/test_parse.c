/* test_parse.c
 * JSON schemas to messages, and each error that is found on the way with its line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "parse.h"

#include <string.h>

static const char schema[] =
    "// A comment\n"
    "{\n"
    "  \"apiKey\": 1, \"type\": \"request\", \"listeners\": [\"broker\"], \"name\": \"FetchRequest\",\n"
    "  \"validVersions\": \"0-18\", \"flexibleVersions\": \"12+\", \"latestVersionUnstable\": true,\n"
    "  \"headerVersions\": { \"12+\": 2, \"0-11\": 1 }, \"fallbackVersion\": 3, \"deprecatedVersions\": \"0\",\n"
    "  \"fields\": [\n"
    "    { \"name\": \"ClusterId\", \"type\": \"string\", \"versions\": \"12+\", \"nullableVersions\": \"12+\",\n"
    "      \"default\": \"null\", \"taggedVersions\": \"12+\", \"tag\": \"0\", "
    "\"ignorable\": true, \"about\": \"// no\" },\n"
    "    { \"name\": \"Topics\", \"type\": \"[]Topic\", \"versions\": \"0+\", \"fields\": [\n"
    "      { \"name\": \"Id\", \"type\": \"uuid\", \"versions\": \"13+\", \"mapKey\": true, \"entityType\": \"x\" }\n"
    "    ]},\n"
    "    { \"name\": \"Size\", \"type\": \"Size\", \"versions\": \"1-3\" }\n"
    "  ],\n"
    "  \"commonStructs\": [\n"
    "    { \"name\": \"Size\", \"versions\": \"0+\", \"fields\": [\n"
    "      { \"name\": \"Bytes\", \"type\": \"int32\", \"versions\": \"0+\", \"default\": -1 },\n"
    "      { \"name\": \"Text\", \"type\": \"string\", \"versions\": \"0+\", \"flexibleVersions\": \"none\" },\n"
    "      { \"name\": \"Late\", \"type\": \"int8\", \"taggedVersions\": \"2+\", \"tag\": 0 }\n"
    "    ]}\n"
    "  ]\n"
    "}\n";

static message *
parse(diag *d, const char *text)
{
    return parse_message(d, "rpc/Test.json", "rpc", text, strlen(text), false);
}

static void
assert_versions(versions v, const char *expected)
{
    char *text = versions_text(v);

    g_assert_cmpstr(text, ==, expected);
    g_free(text);
}

static const field *
field_at(GPtrArray *fields, unsigned i)
{
    g_assert_cmpuint(i, <, fields->len);
    return g_ptr_array_index(fields, i);
}

static void
check_message(const message *m)
{
    g_assert_cmpstr(m->name, ==, "FetchRequest");
    g_assert_cmpstr(m->folder, ==, "rpc");
    g_assert_cmpstr(m->at.file, ==, "rpc/Test.json");
    g_assert_cmpint(m->at.line, ==, 3);
    g_assert_cmpint(m->kind, ==, MESSAGE_REQUEST);
    g_assert_cmpint(m->api_key, ==, 1);
    g_assert_cmpint(m->fallback, ==, 3);
    g_assert_true(m->unstable);
    assert_versions(m->valid, "0-18");
    assert_versions(m->flexible, "12+");
    g_assert_cmpuint(m->headers->len, ==, 2);
    assert_versions(g_array_index(m->headers, header_rule, 0).of, "0-11");
    g_assert_cmpint(g_array_index(m->headers, header_rule, 0).header, ==, 1);
    assert_versions(g_array_index(m->headers, header_rule, 1).of, "12+");
    g_assert_cmpint(g_array_index(m->headers, header_rule, 1).header, ==, 2);
}

static void
check_fields(const message *m)
{
    const field *f = field_at(m->fields, 0);

    g_assert_cmpuint(m->fields->len, ==, 3);
    g_assert_cmpint(f->at.line, ==, 7);
    g_assert_cmpstr(f->name, ==, "ClusterId");
    g_assert_cmpstr(f->type, ==, "string");
    assert_versions(f->present, "12+");
    assert_versions(f->nullable, "12+");
    assert_versions(f->tagged, "12+");
    g_assert_cmpint(f->tag, ==, 0);
    g_assert_cmpstr(f->default_value, ==, "null");
    g_assert_true(f->default_is_string);
    g_assert_true(f->ignorable);
    g_assert_null(f->fields);

    f = field_at(m->fields, 1);
    g_assert_cmpstr(f->type, ==, "[]Topic");
    g_assert_cmpint(f->tag, ==, -1);
    assert_versions(f->nullable, "none");
    f = field_at(f->fields, 0);
    g_assert_cmpint(f->at.line, ==, 10);
    g_assert_true(f->map_key);
    g_assert_cmpstr(f->entity_type, ==, "x");

    g_assert_null(field_at(m->fields, 2)->fields);
}

static void
check_common(const message *m)
{
    const structure *s;

    g_assert_cmpuint(m->common->len, ==, 1);
    s = g_ptr_array_index(m->common, 0);
    g_assert_true(s->common);
    g_assert_cmpstr(s->name, ==, "Size");
    g_assert_cmpint(s->at.line, ==, 15);
    g_assert_cmpstr(field_at(s->fields, 0)->default_value, ==, "-1");
    g_assert_false(field_at(s->fields, 0)->default_is_string);
    g_assert_true(field_at(s->fields, 1)->has_flexible);
    assert_versions(field_at(s->fields, 1)->flexible, "none");
    /* Kafka's FieldSpec: without "versions" those of the tag. */
    assert_versions(field_at(s->fields, 2)->present, "2+");
}

static void
test_message(void)
{
    diag *d = diag_new();
    message *m = parse(d, schema);

    g_assert_cmpuint(diag_count(d), ==, 0);
    g_assert_nonnull(m);
    check_message(m);
    check_fields(m);
    check_common(m);
    message_free(m);
    diag_free(d);
}

static void
test_none(void)
{
    diag *d = diag_new();
    message *m = parse(d, "{ \"apiKey\": 4, \"type\": \"request\", \"name\": \"A\", \"validVersions\": \"none\" }");

    g_assert_nonnull(m);
    g_assert_true(versions_empty(m->valid));
    g_assert_cmpuint(m->fields->len, ==, 0);
    message_free(m);
    diag_free(d);
}

/* Kafka 3.9's DescribeTopicPartitionsRequest has "versions" twice. */
static void
test_repeats(void)
{
    static const char same[] = "{ \"type\": \"data\", \"name\": \"A\", \"validVersions\": \"0\", \"fields\": [], "
                               "\"name\": \"A\" }";
    static const char other[] = "{ \"type\": \"data\", \"name\": \"A\", \"validVersions\": \"0\", \"fields\": [], "
                                "\"name\": \"B\" }";
    diag *d = diag_new();
    message *m = parse_message(d, "a", "rpc", same, strlen(same), true);

    g_assert_nonnull(m);
    message_free(m);
    g_assert_cmpuint(diag_count(d), ==, 0);
    g_assert_null(parse_message(d, "a", "rpc", same, strlen(same), false));
    g_assert_cmpuint(diag_count(d), ==, 1);
    g_assert_null(parse_message(d, "a", "rpc", other, strlen(other), true));
    g_assert_cmpuint(diag_count(d), ==, 2);
    diag_free(d);
}

/* Kafka's SubscriptionInfoData has no "type". */
static void
test_no_type(void)
{
    static const char text[] = "{ \"name\": \"A\", \"validVersions\": \"0\", \"fields\": [] }";
    diag *d = diag_new();
    message *m = parse_message(d, "a", "data", text, strlen(text), true);

    g_assert_nonnull(m);
    g_assert_cmpint(m->kind, ==, MESSAGE_DATA);
    message_free(m);
    g_assert_cmpuint(diag_count(d), ==, 0);
    g_assert_null(parse(d, text));
    g_assert_cmpuint(diag_count(d), ==, 1);
    diag_free(d);
}

#define HEAD "{ \"apiKey\": 1, \"type\": \"request\", \"name\": \"ARequest\", " \
    "\"validVersions\": \"0\",\n\"fields\": [\n"
#define FIELD "{ \"name\": \"F\", \"type\": \"int8\", \"versions\": \"0+\""

static const struct {
    const char *name;
    const char *text;
    const char *errors;                 /* all that is printed */
} bad[] = {
    { "empty", "", "rpc/Test.json:1: error: no JSON object in this file\n" },
    { "comment-only", "// nothing\n", "rpc/Test.json:1: error: no JSON object in this file\n" },
    { "array", "[]", "rpc/Test.json:1: error: no JSON object in this file\n" },
    { "number", "3", "rpc/Test.json:1: error: no JSON object in this file\n" },
    { "utf-8", "{\n\"a\": \"\xff\" }", "rpc/Test.json:2: error: not UTF-8 text\n" },
    { "second-root", "{\n}\n{}\n",
      "rpc/Test.json:3: error: not valid JSON: text after the end of the JSON object\n" },
    { "quotes", "{ 'a': 1 }", "rpc/Test.json:1: error: not valid JSON: a character that can't stand in JSON here\n" },
    { "hex", "{ \"a\":\n 0x10 }",
      "rpc/Test.json:2: error: not valid JSON: neither a number nor true, false or null\n" },
    { "octal", "{ \"a\": 010 }", "rpc/Test.json:1: error: not valid JSON: neither a number nor true, false or null\n" },
    { "huge", "{ \"a\": 99999999999999999999 }",
      "rpc/Test.json:1: error: not valid JSON: neither a number nor true, false or null\n" },
    { "string", "{ \"a\": \"b\n\" }",
      "rpc/Test.json:1: error: not valid JSON: a string without end, or with a control character in it\n" },
    { "comma", "{\n\"a\": 1,\n}",
      "rpc/Test.json:3: error: not valid JSON: a comma before the closing bracket\n" },
    { "open", "{\n", "rpc/Test.json:2: error: not valid JSON: the file ends before the JSON object does\n" },
    /* json-glib's own words. */
    { "colon", "{ \"a\" 1 }", "rpc/Test.json:1: error: not valid JSON: *\n" },
    { "key-kind", "{ 1: 1 }", "rpc/Test.json:1: error: not valid JSON: *\n" },
    { "missing", "{\n\"about\": \"\" }",
      "rpc/Test.json:2: error: \"name\" is missing\n"
      "In Test:\n"
      "rpc/Test.json:2: error: \"type\" is missing\n"
      "rpc/Test.json:2: error: \"validVersions\" is missing\n" },
    { "kinds", "{ \"name\": null, \"type\": 1, \"validVersions\": [], \"fields\": {}, \"apiKey\": true }",
      "rpc/Test.json:1: error: \"name\" must be a string, not null\n"
      "In Test:\n"
      "rpc/Test.json:1: error: \"apiKey\" must be a number, not true or false\n"
      "rpc/Test.json:1: error: \"type\" must be a string, not a number\n"
      "rpc/Test.json:1: error: \"validVersions\" must be a string, not an array\n"
      "rpc/Test.json:1: error: \"fields\" must be an array, not an object\n" },
    { "unknown-key", HEAD FIELD ",\n\"versionss\": \"1\" } ], \"zero\": 0 }",
      "In ARequest:\n"
      "rpc/Test.json:4: error: unknown key \"zero\"\n"
      "rpc/Test.json:4: error: unknown key \"versionss\"\n" },
    { "duplicate-key", HEAD FIELD ",\n\"versions\": \"0+\" } ] }",
      "rpc/Test.json:4: error: key \"versions\" stands twice in this object\n" },
    { "null-field", HEAD FIELD " },\nnull ] }",
      "In ARequest:\n"
      "rpc/Test.json:3: error: element 2 of \"fields\" must be an object, not null\n" },
    { "field", HEAD "{ \"name\": \"A b\", \"type\": \"[][]int8\", \"versions\": \"2-1\", "
      "\"tag\": -1, \"ignorable\": 1 } ] }",
      "In ARequest:\n"
      "rpc/Test.json:3: error: bad name \"A b\"\n"
      "rpc/Test.json:3: error: bad type \"[][]int8\"\n"
      "rpc/Test.json:3: error: \"versions\": bad version range \"2-1\"\n"
      "rpc/Test.json:3: error: \"tag\" must be a number from 0 to 2147483647\n"
      "rpc/Test.json:3: error: \"ignorable\" must be true or false, not a number\n" },
    { "inner", HEAD "{ \"name\": \"A\", \"type\": \"[]B\", \"versions\": \"0\", "
      "\"fields\": [\n{ \"name\": \"C\" } ] } ] }",
      "In ARequest.B:\n"
      "rpc/Test.json:4: error: \"type\" is missing\n"
      "rpc/Test.json:4: error: \"versions\" is missing\n" },
    { "default", HEAD FIELD ", \"default\": [] } ] }",
      "In ARequest:\n"
      "rpc/Test.json:3: error: \"default\" must be a string, a number, true, false or null, not an array\n" },
    { "headers", "{ \"apiKey\": 1, \"type\": \"request\", \"name\": \"A\", \"validVersions\": \"0\", \"fields\": [],\n"
                 "\"headerVersions\": { \"x\": 1,\n\"0\": null } }",
      "In A:\n"
      "rpc/Test.json:2: error: \"headerVersions\": bad version range \"x\"\n"
      "rpc/Test.json:3: error: \"0\" must be a number, not null\n" },
    { "key", "{ \"type\": \"response\", \"name\": \"A\", \"validVersions\": \"0\", \"fields\": [] }",
      "In A:\n"
      "rpc/Test.json:1: error: \"apiKey\" is missing\n" },
    { "type", "{ \"type\": \"requests\", \"name\": \"A\", \"validVersions\": \"0\", \"fields\": [] }",
      "In A:\n"
      "rpc/Test.json:1: error: unknown message type \"requests\"\n" },
    { "common", HEAD "],\n\"commonStructs\": [ { \"name\": \"S\", \"versions\": \"0+\" }, 7 ] }",
      "In ARequest.S:\n"
      "rpc/Test.json:4: error: \"fields\" is missing\n"
      "In ARequest:\n"
      "rpc/Test.json:4: error: element 2 of \"commonStructs\" must be an object, not a number\n" },
};

/** Runs itself, as errors go to standard error. */
static void
test_bad(gconstpointer data)
{
    unsigned i = GPOINTER_TO_UINT(data);

    if (g_test_subprocess()) {
        diag *d = diag_new();

        g_assert_null(parse(d, bad[i].text));
        diag_print(d);
        diag_free(d);
        return;
    }
    g_test_trap_subprocess(NULL, 0, 0);
    g_test_trap_assert_passed();
    g_test_trap_assert_stderr(bad[i].errors);
}

static void
test_deep(void)
{
    char *text = g_malloc(100001);
    diag *d = diag_new();

    memset(text, '[', 100000);
    text[100000] = '\0';
    g_assert_null(parse(d, text));
    g_assert_cmpuint(diag_count(d), ==, 1);
    diag_free(d);
    g_free(text);
}

/* Whatever is cut off or turned into another character: an error or a message, never a crash. */
static void
test_broken(void)
{
    gsize length = strlen(schema);

    for (gsize i = 0; i < length; i++) {
        static const char others[] = "\"{}[],:0x\\/\n\xff";
        char *text = g_strdup(schema);
        diag *d = diag_new();

        message_free(parse_message(d, "a", "rpc", schema, i, false));
        for (const char *other = others; *other; other++) {
            text[i] = *other;
            message_free(parse(d, text));
        }
        diag_free(d);
        g_free(text);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/parse/message", test_message);
    g_test_add_func("/parse/none", test_none);
    g_test_add_func("/parse/repeats", test_repeats);
    g_test_add_func("/parse/no-type", test_no_type);
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        char *path = g_strconcat("/parse/bad/", bad[i].name, NULL);

        g_test_add_data_func(path, GUINT_TO_POINTER(i), test_bad);
        g_free(path);
    }
    g_test_add_func("/parse/deep", test_deep);
    g_test_add_func("/parse/broken", test_broken);
    return g_test_run();
}
