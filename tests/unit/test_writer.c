/* test_writer.c
 * Text with indentation, and files that are written only if they change
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include <utime.h>
#include <glib/gstdio.h>

#include "writer.h"

static void
test_lines(void)
{
    writer *w = writer_new();
    writer_line(w, "a {");
    writer_indent(w);
    writer_line(w, "%s  ", "b");
    writer_line(w, "  c\nd");
    writer_line(w, " ");
    writer_blank(w);
    writer_outdent(w);
    writer_line(w, "}");
    g_assert_cmpstr(writer_text(w), ==, "a {\n    b\n      c\n    d\n\n\n}\n");
    writer_free(w);
}

static void
check_list(const char *head, const char *const *items, const char *expected)
{
    writer *w = writer_new();
    writer_indent(w);
    writer_list(w, head, items, ");");
    g_assert_cmpstr(writer_text(w), ==, expected);
    writer_free(w);
}

static void
test_list(void)
{
    char *half = g_strnfill(60, 'x');
    char *fits = g_strnfill(120 - 4 - 2 - 3 - 2, 'y');  /* indentation, "f(", "a, ", ");" */
    char *wide = g_strnfill(100, 'z');
    char *expected;

    check_list("f(", (const char *const[]){ "a", "b", NULL }, "    f(a, b);\n");

    expected = g_strdup_printf("    f(a, %s);\n", fits);
    check_list("f(", (const char *const[]){ "a", fits, NULL }, expected);
    g_free(expected);

    expected = g_strdup_printf("    f(aa,\n      %s);\n", fits);
    check_list("f(", (const char *const[]){ "aa", fits, NULL }, expected);
    g_free(expected);

    expected = g_strdup_printf("    f(%s,\n      %s);\n", half, half);
    check_list("f(", (const char *const[]){ half, half, NULL }, expected);
    g_free(expected);

    expected = g_strdup_printf("    a_long_name_of_a_function(r,\n        %s);\n", wide);
    check_list("a_long_name_of_a_function(", (const char *const[]){ "r", wide, NULL }, expected);
    g_free(expected);

    g_free(half);
    g_free(fits);
    g_free(wide);
}

static void
check_quote(const char *text, const char *expected)
{
    char *quoted = writer_quote(text);
    g_assert_cmpstr(quoted, ==, expected);
    g_free(quoted);
}

static void
test_quote(void)
{
    check_quote("", "\"\"");
    check_quote("a \"b\" \\c", "\"a \\\"b\\\" \\\\c\"");
    check_quote("a\nb\tc\x01" "2", "\"a\\nb\\tc\\0012\"");
    check_quote("what?" "?!", "\"what?\\?!\"");
    check_quote("\303\274ber", "\"\303\274ber\"");
}

static writer *
text_writer(const char *text)
{
    writer *w = writer_new();
    writer_line(w, "%s", text);
    return w;
}

static void
write_files(const char *folder, const char *first, const char *second)
{
    GError *error = NULL;
    output *o = output_new(folder);
    output_add(o, "sub/first.c", text_writer(first));
    if (second)
        output_add(o, "second.c", text_writer(second));
    g_assert_true(output_write(o, "by test", &error));
    g_assert_no_error(error);
    output_free(o);
}

static time_t
age(const char *path)
{
    GStatBuf status;
    g_assert_cmpint(g_stat(path, &status), ==, 0);
    return status.st_mtime;
}

static void
test_output(void)
{
    char *folder = g_dir_make_tmp("kafka-gen-XXXXXX", NULL);
    char *first = g_build_filename(folder, "sub", "first.c", NULL);
    char *sub = g_build_filename(folder, "sub", NULL);
    char *second = g_build_filename(folder, "second.c", NULL);
    char *foreign = g_build_filename(folder, "foreign.c", NULL);
    struct utimbuf old = { 1000000000, 1000000000 };
    char *text;

    write_files(folder, "/* by test */", "/* by test */");
    g_assert_true(g_file_set_contents(foreign, "int x;\n/* by test */\n", -1, NULL));
    g_assert_cmpint(g_utime(first, &old), ==, 0);
    g_assert_cmpint(g_utime(second, &old), ==, 0);

    /* What is the same is not touched; what is not there any more is removed, unless it is not ours. */
    write_files(folder, "/* by test */", NULL);
    g_assert_cmpint(age(first), ==, old.modtime);
    g_assert_false(g_file_test(second, G_FILE_TEST_EXISTS));
    g_assert_true(g_file_test(foreign, G_FILE_TEST_EXISTS));

    write_files(folder, "/* by test */ int y;", NULL);
    g_assert_cmpint(age(first), >, old.modtime);
    g_assert_true(g_file_get_contents(first, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, "/* by test */ int y;\n");

    g_free(text);
    g_unlink(first);
    g_unlink(foreign);
    g_rmdir(sub);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_free(folder);
    g_free(first);
    g_free(sub);
    g_free(second);
    g_free(foreign);
}

static void
test_output_into_file(void)
{
    GError *error = NULL;
    char *path;
    int descriptor = g_file_open_tmp("kafka-gen-XXXXXX", &path, NULL);
    g_assert_cmpint(descriptor, >=, 0);
    g_close(descriptor, NULL);

    output *o = output_new(path);
    output_add(o, "x.c", text_writer("x"));
    g_assert_false(output_write(o, "by test", &error));
    g_assert_nonnull(error);
    g_assert_nonnull(strstr(error->message, path));
    g_error_free(error);
    output_free(o);
    g_unlink(path);
    g_free(path);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/writer/lines", test_lines);
    g_test_add_func("/writer/list", test_list);
    g_test_add_func("/writer/quote", test_quote);
    g_test_add_func("/writer/output", test_output);
    g_test_add_func("/writer/output-into-file", test_output_into_file);
    return g_test_run();
}
