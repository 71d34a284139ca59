/* test_merge.c
 * Releases that are merged, and what they may not disagree about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "merge.h"
#include "parse.h"
#include "resolve.h"
#include "schema_text.h"

#include <string.h>

/** A request of key 3 with the given versions, flexible ones and members from "fields" on. */
#define REQUEST(name, valid, flexible, rest) \
    "{ \"apiKey\": 3, \"type\": \"request\", \"name\": \"" name "\", \"validVersions\": \"" valid "\",\n" \
    "\"flexibleVersions\": \"" flexible "\", " rest " }"
#define FIELD(name, type, versions, rest) \
    "{ \"name\": \"" name "\", \"type\": \"" type "\", \"versions\": \"" versions "\"" rest " }"

/** What the merged schema starts with. */
#define MERGED(name, valid, flexible) \
    "{\n" \
    "  \"apiKey\": 3,\n" \
    "  \"type\": \"request\",\n" \
    "  \"name\": \"" name "\",\n" \
    "  \"validVersions\": \"" valid "\",\n" \
    "  \"flexibleVersions\": \"" flexible "\",\n" \
    "  \"fields\": [\n"

typedef struct {
    const char *name;
    const char *newer;
    const char *older;
    const char *expected;               /* the schema, or what is printed */
    bool unstable;                      /* the older release's newest version */
} row;

static char *
merge(const row *r, diag *d)
{
    model *all = model_new();
    GArray *editions = g_array_new(FALSE, FALSE, sizeof(edition));
    edition newer = { parse_message(d, "2.0/A.json", "rpc", r->newer, strlen(r->newer), false), false };
    edition older = { parse_message(d, "1.0/A.json", "rpc", r->older, strlen(r->older), false), r->unstable };
    message *m;
    char *text = NULL;

    g_assert_nonnull(newer.m);
    g_assert_nonnull(older.m);
    g_ptr_array_add(all->messages, (gpointer)newer.m);
    g_ptr_array_add(all->messages, (gpointer)older.m);
    resolve(all, d);
    for (unsigned i = 0; i < all->messages->len; i++)
        g_array_set_size(((message *)g_ptr_array_index(all->messages, i))->headers, 0);
    g_assert_cmpuint(diag_count(d), ==, 0);
    g_array_append_val(editions, newer);
    g_array_append_val(editions, older);
    m = merge_editions(d, editions);
    if (m)
        text = schema_text(m);
    message_free(m);
    g_array_unref(editions);
    model_free(all);
    return text;
}

static const row good[] = {
    /* The field's old name is in no version that both have, so only its place tells. */
    { "rename",
      REQUEST("New", "1-3", "none", "\"fields\": [" FIELD("Id", "int32", "0+", "") ",\n"
              FIELD("Owner", "string", "2+", "") "]"),
      REQUEST("Old", "0-2", "none", "\"fields\": [" FIELD("Number", "int32", "0+", "") ",\n"
              FIELD("Holder", "string", "2+", "") "]"),
      MERGED("New", "0-3", "none")
      "    { \"name\": \"Id\", \"type\": \"int32\", \"versions\": \"0+\" },\n"
      "    { \"name\": \"Owner\", \"type\": \"string\", \"versions\": \"2+\" }\n"
      "  ]\n}\n", false },

    { "gone-fields",
      REQUEST("A", "2-3", "none", "\"fields\": [" FIELD("One", "int32", "0+", "") ", " FIELD("Two", "int32", "0+", "")
              ", " FIELD("Five", "bool", "3+", "") "]"),
      REQUEST("A", "0-2", "none", "\"fields\": [" FIELD("Zero", "int8", "0-1", "") ", " FIELD("One", "int32", "0+", "")
              ", " FIELD("Half", "string", "1", ", \"nullableVersions\": \"1\"") ", "
              FIELD("Two", "int32", "0+", "") ", " FIELD("Three", "int64", "0", "") "]"),
      MERGED("A", "0-3", "none")
      "    { \"name\": \"Zero\", \"type\": \"int8\", \"versions\": \"0-1\" },\n"
      "    { \"name\": \"One\", \"type\": \"int32\", \"versions\": \"0+\" },\n"
      "    { \"name\": \"Half\", \"type\": \"string\", \"versions\": \"1\", \"nullableVersions\": \"1\" },\n"
      "    { \"name\": \"Two\", \"type\": \"int32\", \"versions\": \"0+\" },\n"
      "    { \"name\": \"Three\", \"type\": \"int64\", \"versions\": \"0\" },\n"
      "    { \"name\": \"Five\", \"type\": \"bool\", \"versions\": \"3+\" }\n"
      "  ]\n}\n", false },

    /* No version in common: by name and type. */
    { "no-overlap",
      REQUEST("A", "1", "1+", "\"fields\": [" FIELD("One", "int32", "1+", "") ", " FIELD("Two", "string", "1+", "")
              "]"),
      REQUEST("A", "0", "none", "\"fields\": [" FIELD("One", "int64", "0+", "") ", " FIELD("Two", "string", "0+", "")
              "]"),
      MERGED("A", "0-1", "1+")
      "    { \"name\": \"One\", \"type\": \"int64\", \"versions\": \"0\" },\n"
      "    { \"name\": \"One\", \"type\": \"int32\", \"versions\": \"1+\" },\n"
      "    { \"name\": \"Two\", \"type\": \"string\", \"versions\": \"0+\" }\n"
      "  ]\n}\n", false },

    { "structs",
      REQUEST("A", "1-2", "none", "\"fields\": [" FIELD("Topics", "[]Topic", "0+", ", \"fields\": ["
              FIELD("Name", "string", "0+", "") ", " FIELD("Id", "uuid", "2+", "") "]") "]"),
      REQUEST("A", "0-1", "none", "\"fields\": [" FIELD("Names", "[]OldTopic", "0+", ", \"fields\": ["
              FIELD("Title", "string", "0+", "") ", " FIELD("Gone", "Gone", "0", ", \"nullableVersions\": \"0\", "
              "\"fields\": [" FIELD("X", "int8", "0+", "") "]") "]") "]"),
      MERGED("A", "0-2", "none")
      "    { \"name\": \"Topics\", \"type\": \"[]Topic\", \"versions\": \"0+\", \"fields\": [\n"
      "      { \"name\": \"Name\", \"type\": \"string\", \"versions\": \"0+\" },\n"
      "      { \"name\": \"Gone\", \"type\": \"Gone\", \"versions\": \"0\", \"nullableVersions\": \"0\", "
              "\"fields\": [\n"
      "        { \"name\": \"X\", \"type\": \"int8\", \"versions\": \"0\" }\n"
      "      ]},\n"
      "      { \"name\": \"Id\", \"type\": \"uuid\", \"versions\": \"2+\" }\n"
      "    ]}\n"
      "  ]\n}\n", false },

    /* Two inline structs became a common one. */
    { "inline-common",
      REQUEST("A", "1", "none", "\"fields\": [" FIELD("From", "Point", "0+", "") ", " FIELD("To", "Point", "0+", "")
              "],\n"
              "\"commonStructs\": [{ \"name\": \"Point\", \"versions\": \"0+\", \"fields\": ["
              FIELD("X", "int32", "0+", "") "] }]"),
      REQUEST("A", "0-1", "none", "\"fields\": ["
              FIELD("From", "P", "0+", ", \"fields\": [" FIELD("X", "int32", "0+", "") ", " FIELD("Y", "int8", "0",
              "") "]")
              ", "
              FIELD("To", "Q", "0+", ", \"fields\": [" FIELD("XX", "int32", "0+", "") ", " FIELD("Y", "int8", "0", "")
              "]")
              "]"),
      MERGED("A", "0-1", "none")
      "    { \"name\": \"From\", \"type\": \"Point\", \"versions\": \"0+\" },\n"
      "    { \"name\": \"To\", \"type\": \"Point\", \"versions\": \"0+\" }\n"
      "  ],\n"
      "  \"commonStructs\": [\n"
      "    { \"name\": \"Point\", \"versions\": \"0+\", \"fields\": [\n"
      "      { \"name\": \"X\", \"type\": \"int32\", \"versions\": \"0+\" },\n"
      "      { \"name\": \"Y\", \"type\": \"int8\", \"versions\": \"0\" }\n"
      "    ]}\n"
      "  ]\n}\n", false },

    /* As ApiVersions response v3 got one after 2.8; tags are matched by number, not by place. */
    { "late-tag",
      REQUEST("A", "1-2", "1+", "\"fields\": ["
              FIELD("B", "int8", "1+", ", \"taggedVersions\": \"1+\", \"tag\": 1") ", "
              FIELD("A", "int8", "1+", ", \"taggedVersions\": \"1+\", \"tag\": 0, \"default\": 5") ", "
              FIELD("N", "int32", "0+", "") "]"),
      REQUEST("A", "0-1", "1+", "\"fields\": [" FIELD("N", "int32", "0+", "") ", "
              FIELD("Old", "int8", "1+", ", \"taggedVersions\": \"1+\", \"tag\": 0") "]"),
      MERGED("A", "0-2", "1+")
      "    { \"name\": \"B\", \"type\": \"int8\", \"versions\": \"1+\", \"taggedVersions\": \"1+\", \"tag\": 1 },\n"
      "    { \"name\": \"A\", \"type\": \"int8\", \"versions\": \"1+\", \"taggedVersions\": \"1+\", \"tag\": 0,"
      " \"default\": 5 },\n"
      "    { \"name\": \"N\", \"type\": \"int32\", \"versions\": \"0+\" }\n"
      "  ]\n}\n", false },

    /* A null array is a length of -1, which could be there anyway. */
    { "nullable-array",
      REQUEST("A", "0-1", "none", "\"fields\": [" FIELD("L", "[]int8", "0+", ", \"nullableVersions\": \"0+\"") "]"),
      REQUEST("A", "0", "none", "\"fields\": [" FIELD("L", "[]int8", "0+", "") "]"),
      MERGED("A", "0-1", "none")
      "    { \"name\": \"L\", \"type\": \"[]int8\", \"versions\": \"0+\", \"nullableVersions\": \"0+\" }\n"
      "  ]\n}\n", false },

    /* Kafka 2.6 called them so; the bytes are the same. */
    { "records-bytes",
      REQUEST("A", "1", "none", "\"fields\": [" FIELD("R", "records", "0+", ", \"nullableVersions\": \"0+\"") "]"),
      REQUEST("A", "0-1", "none", "\"fields\": [" FIELD("R", "bytes", "0+", ", \"nullableVersions\": \"0+\"") "]"),
      MERGED("A", "0-1", "none")
      "    { \"name\": \"R\", \"type\": \"records\", \"versions\": \"0+\", \"nullableVersions\": \"0+\" }\n"
      "  ]\n}\n", false },

    { "unstable",
      REQUEST("A", "1-2", "none", "\"fields\": [" FIELD("L", "int8", "1+", "") "]"),
      REQUEST("A", "0-1", "none", "\"fields\": [" FIELD("M", "int64", "0+", "") "]"),
      MERGED("A", "0-2", "none")
      "    { \"name\": \"M\", \"type\": \"int64\", \"versions\": \"0\" },\n"
      "    { \"name\": \"L\", \"type\": \"int8\", \"versions\": \"1+\" }\n"
      "  ]\n}\n", true },

    { "none",
      "{ \"apiKey\": 3, \"type\": \"request\", \"name\": \"ARequest\", \"validVersions\": \"none\" }",
      REQUEST("OldRequest", "0-1", "1+", "\"fields\": [" FIELD("M", "int64", "0+", "") "]"),
      MERGED("OldRequest", "0-1", "1+")
      "    { \"name\": \"M\", \"type\": \"int64\", \"versions\": \"0+\" }\n"
      "  ]\n}\n", false },

    { "older-in-between",
      REQUEST("A", "2-3", "none", "\"fields\": [" FIELD("L", "int8", "2-3", "") "]"),
      REQUEST("A", "0-4", "none", "\"fields\": [" FIELD("L", "int8", "0-3", "") "]"),
      MERGED("A", "0-4", "none")
      "    { \"name\": \"L\", \"type\": \"int8\", \"versions\": \"0-3\" }\n"
      "  ]\n}\n", false },
};

static const row bad[] = {
    { "type",
      REQUEST("A", "0-1", "none", "\"fields\": [\n" FIELD("L", "int8", "0+", "") "]"),
      REQUEST("A", "0", "none", "\"fields\": [\n\n" FIELD("M", "int64", "0+", "") "]"),
      "In A:\n1.0/A.json:4: error: version 0: \"M\" is int64, but \"L\" in its place is int8 in 2.0/A.json:3\n",
              false },
    { "order",
      REQUEST("A", "0-1", "none", "\"fields\": [\n" FIELD("L", "int8", "0+", "") ",\n" FIELD("M", "string", "0+", "")
              "]"),
      REQUEST("A", "0", "none", "\"fields\": [\n" FIELD("M", "string", "0+", "") ",\n" FIELD("L", "int8", "0+", "")
              "]"),
      "In A:\n1.0/A.json:3: error: version 0: \"M\" is string, but \"L\" in its place is int8 in 2.0/A.json:3\n",
              false },
    { "missing",
      REQUEST("A", "0-1", "none", "\"fields\": [ ]"),
      REQUEST("A", "0", "none", "\"fields\": [\n" FIELD("M", "string", "0+", "") "]"),
      "In A:\n1.0/A.json:3: error: version 0: \"M\" is missing in 2.0/A.json:1\n", false },
    { "added",
      REQUEST("A", "0-1", "none", "\"fields\": [\n" FIELD("T", "[]T", "0+", ", \"fields\": [\n" FIELD("M", "int8",
              "0+", "")
              "]") "]"),
      REQUEST("A", "0", "none", "\"fields\": [\n" FIELD("T", "[]T", "0+", ", \"fields\": []") "]"),
      "In A.T:\n1.0/A.json:3: error: version 0: \"M\" is missing, of 2.0/A.json:4\n", false },
    { "tag",
      REQUEST("A", "0-1", "0+", "\"fields\": []"),
      REQUEST("A", "0", "0+", "\"fields\": [\n" FIELD("M", "int8", "0+", ", \"taggedVersions\": \"0+\", \"tag\": 0")
              "]"),
      "In A:\n1.0/A.json:3: error: version 0: \"M\" is missing in 2.0/A.json:1\n", false },
    { "nullable-struct",
      REQUEST("A", "0-1", "none", "\"fields\": [\n" FIELD("S", "S", "0+", ", \"nullableVersions\": \"0+\", "
              "\"fields\": []")
              "]"),
      REQUEST("A", "0", "none", "\"fields\": [\n" FIELD("S", "S", "0+", ", \"fields\": []") "]"),
      "In A:\n1.0/A.json:3: error: version 0: \"S\" is S, but \"S\" in its place is nullable S in 2.0/A.json:3\n",
              false },
    { "flexible",
      REQUEST("A", "0-2", "1+", "\"fields\": []"), REQUEST("A", "0-2", "none", "\"fields\": []"),
      "In A:\n1.0/A.json:1: error: versions 1-2 are flexible either here or in 2.0/A.json:1, not in both\n", false },
    { "gap",
      REQUEST("A", "3-4", "none", "\"fields\": []"), REQUEST("A", "0-1", "none", "\"fields\": []"),
      "In A:\n2.0/A.json:1: error: A: versions 0-1, 3-4 leave a gap when releases are merged\n", false },
    { "too-many",
      REQUEST("A", "0-64", "none", "\"fields\": []"), REQUEST("A", "0", "none", "\"fields\": []"),
      "In A:\n2.0/A.json:1: error: import can't handle versions above 63\n", false },
};

static void
test_good(gconstpointer data)
{
    diag *d = diag_new();
    const row *r = data;
    char *text = merge(r, d);

    diag_print(d);
    g_assert_cmpstr(text, ==, r->expected);
    g_free(text);
    diag_free(d);
}

/** Runs itself, as errors go to standard error. */
static void
test_bad(gconstpointer data)
{
    const row *r = data;

    if (g_test_subprocess()) {
        diag *d = diag_new();

        g_assert_null(merge(r, d));
        diag_print(d);
        diag_free(d);
        return;
    }
    g_test_trap_subprocess(NULL, 0, 0);
    g_test_trap_assert_passed();
    g_test_trap_assert_stderr(r->expected);
}

static void
add_rows(const char *folder, const row *rows, unsigned count, GTestDataFunc function)
{
    for (unsigned i = 0; i < count; i++) {
        char *path = g_strconcat(folder, rows[i].name, NULL);

        g_test_add_data_func(path, &rows[i], function);
        g_free(path);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_rows("/merge/", good, G_N_ELEMENTS(good), test_good);
    add_rows("/merge/bad/", bad, G_N_ELEMENTS(bad), test_bad);
    return g_test_run();
}
