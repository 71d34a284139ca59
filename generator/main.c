/* main.c
 * kafka-gen: JSON schemas of Kafka's messages to C code for Wireshark
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <string.h>

#include "emit.h"
#include "import.h"
#include "name.h"
#include "parse.h"
#include "print.h"
#include "resolve.h"
#include "validate.h"

enum { OK = 0, BAD_SCHEMAS = 1, BAD_CALL = 2 };

static const char usage[] =
    "kafka-gen generate SCHEMAS_DIR GENERATED_DIR\n"
    "    makes the C code in GENERATED_DIR from {rpc,records,data,legacy}/*.json, names.json, aliases.json and\n"
    "    glossary.json in SCHEMAS_DIR\n"
    "kafka-gen dump SCHEMAS_DIR\n"
    "    prints what the schemas say, with the names that the code has for it\n"
    "kafka-gen import [--skip RELEASE/FILE.json]... JAR... SCHEMAS_DIR\n"
    "    writes SCHEMAS_DIR/{rpc,data}/*.json from the schemas in Kafka's jars, of one release or several\n"
    "\n"
    "Exit status: 0 done, 1 errors in schemas (all are printed, nothing is written), 2 anything else.\n";

static const char bad_call[] = "kafka-gen: unknown command or wrong arguments; see kafka-gen --help\n";

/* What the schemas say, named and without errors. */
typedef struct {
    diag *diag;
    names *names;
    model *model;
} schemas;

static int
fail(GError *error)
{
    fprintf(stderr, "kafka-gen: %s\n", error->message);
    g_error_free(error);
    return BAD_CALL;
}

static void
schemas_clear(schemas *s)
{
    model_free(s->model);
    names_free(s->names);
    diag_free(s->diag);
}

static int
schemas_read(schemas *s, const char *folder)
{
    GError *error = NULL;

    *s = (schemas){ .diag = diag_new() };
    s->names = names_read(folder, s->diag, &error);
    if (s->names)
        s->model = parse_schemas(s->diag, folder, &error);
    if (!s->model)
        return fail(error);

    resolve(s->model, s->diag);
    validate(s->model, s->diag);
    /* What is missing from the model would be an error of the names. */
    if (diag_count(s->diag) == 0)
        name(s->model, s->names, s->diag);

    diag_print(s->diag);
    return diag_count(s->diag) == 0 ? OK : BAD_SCHEMAS;
}

static int
generate(const char *schemas_folder, const char *generated_folder)
{
    schemas s;
    int status = schemas_read(&s, schemas_folder);
    if (status == OK) {
        GError *error = NULL;
        output *o = output_new(generated_folder);
        emit(s.model, s.names, o);
        if (!output_write(o, EMIT_MARK, &error))
            status = fail(error);
        output_free(o);
    }
    schemas_clear(&s);
    return status;
}

static int
dump(const char *schemas_folder)
{
    schemas s;
    int status = schemas_read(&s, schemas_folder);
    if (status == OK) {
        writer *w = writer_new();
        print_model(w, s.model);
        fputs(writer_text(w), stdout);
        writer_free(w);
    }
    schemas_clear(&s);
    return status;
}

/* The arguments are jars and the folder, with "--skip FILE" anywhere among them. */
static int
import(char **arguments)
{
    GPtrArray *jars = g_ptr_array_new();
    GPtrArray *skips = g_ptr_array_new();
    int status = BAD_CALL;

    for (; *arguments; arguments++) {
        bool skip = strcmp(*arguments, "--skip") == 0 && arguments[1];
        g_ptr_array_add(skip ? skips : jars, skip ? *++arguments : *arguments);
    }
    if (jars->len < 2) {
        fputs(bad_call, stderr);
    } else {
        GError *error = NULL;
        diag *d = diag_new();
        const char *folder = g_ptr_array_index(jars, jars->len - 1);
        jars->pdata[jars->len - 1] = NULL;
        g_ptr_array_add(skips, NULL);
        if (!import_releases(d, (const char *const *)jars->pdata, (const char *const *)skips->pdata, folder, &error)) {
            status = fail(error);
        } else {
            diag_print(d);
            status = diag_count(d) == 0 ? OK : BAD_SCHEMAS;
        }
        diag_free(d);
    }
    g_ptr_array_free(jars, TRUE);
    g_ptr_array_free(skips, TRUE);
    return status;
}

int
main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";

    if (strcmp(command, "generate") == 0 && argc == 4)
        return generate(argv[2], argv[3]);
    if (strcmp(command, "dump") == 0 && argc == 3)
        return dump(argv[2]);
    if (strcmp(command, "import") == 0)
        return import(argv + 2);
    if (strcmp(command, "--help") == 0) {
        fputs(usage, stdout);
        return OK;
    }
    fputs(bad_call, stderr);
    return BAD_CALL;
}
