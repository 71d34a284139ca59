/* test_source.c
 * Blanking of comments, and reading of folders
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "source.h"

#include <glib/gstdio.h>
#include <string.h>

static void
test_comments(void)
{
    static const struct {
        const char *text;
        const char *blanked;
    } rows[] = {
        { "", "" },
        { "{ } // end", "{ }       " },
        { "// one\n{\n  // two\n}\n", "      \n{\n        \n}\n" },
        { "{ \"a\": \"http://x\" } //y", "{ \"a\": \"http://x\" }    " },
        { "\"a \\\" // b\" // c", "\"a \\\" // b\"     " },
        { "\"a \\\\\" // c", "\"a \\\\\"     " },
        { "// a \"quote\n\"b//\"", "           \n\"b//\"" },
        { "1 / 2 /", "1 / 2 /" },
        { "1 /* a\n // b */ 2 // /*\n3", "1     \n         2      \n3" },
        { "/**/1/*/2*/3", "    1      3" },
        { "\"/* b\" 1 */", "\"/* b\" 1 */" },
        { "1 /* no\nend", "1      \n   " },
        { "/*", "  " },
        { "//", "  " },
        { "/", "/" },
        { "////\r\n1", "     \n1" },
        { "\"no end\n// c", "\"no end\n    " },
        { "\"\\", "\"\\" },
        { "// \xc3\xa4\n1", "     \n1" },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        char *text = g_strdup(rows[i].text);

        source_blank_comments(text, strlen(text));
        g_assert_cmpstr(text, ==, rows[i].blanked);
        g_free(text);
    }
}

static void
put(const char *folder, const char *name, const char *text)
{
    char *path = g_build_filename(folder, name, NULL);

    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_free(path);
}

static void
drop(const char *folder, const char *name)
{
    char *path = g_build_filename(folder, name, NULL);

    g_assert_cmpint(g_remove(path), ==, 0);
    g_free(path);
}

static void
test_folder(void)
{
    static const char *const names[] = { "B.json", "a.json", "sub/C.json" };
    char *folder = g_dir_make_tmp("kafka-gen-XXXXXX", NULL);
    char *sub = g_build_filename(folder, "sub", NULL);
    GPtrArray *files;
    GError *error = NULL;

    g_assert_cmpint(g_mkdir(sub, 0700), ==, 0);
    put(folder, "a.json", "1");
    put(folder, "B.json", "{}\n");
    put(folder, "README.md", "no");
    put(folder, ".hidden.json", "no");
    put(sub, "C.json", "");

    files = source_read_folder(folder, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(files->len, ==, G_N_ELEMENTS(names));
    for (unsigned i = 0; i < files->len; i++)
        g_assert_cmpstr(((source_file *)g_ptr_array_index(files, i))->name, ==, names[i]);
    g_assert_cmpstr(((source_file *)g_ptr_array_index(files, 0))->text, ==, "{}\n");
    g_assert_cmpuint(((source_file *)g_ptr_array_index(files, 0))->length, ==, 3);
    g_ptr_array_unref(files);

    drop(folder, "sub/C.json");
    drop(folder, "sub");
    drop(folder, ".hidden.json");
    drop(folder, "README.md");
    drop(folder, "B.json");
    drop(folder, "a.json");
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_assert_null(source_read_folder(folder, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_error_free(error);
    g_free(sub);
    g_free(folder);
}

static void
test_no_jar(void)
{
    static const char *const none[] = { NULL };
    GError *error = NULL;

    g_assert_null(source_read_jar("/nonexistent.jar", none, none, &error));
    g_assert_nonnull(strstr(error->message, "/nonexistent.jar"));
    g_error_free(error);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/source/comments", test_comments);
    g_test_add_func("/source/folder", test_folder);
    g_test_add_func("/source/no-jar", test_no_jar);
    return g_test_run();
}
