/* test_versions.c
 * The algebra of version ranges
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "versions.h"

static versions
parsed(const char *text)
{
    versions v = { 99, 99 };

    g_assert_true(versions_parse(text, &v));
    return v;
}

static void
test_parse(void)
{
    static const char *const bad[] = {
        "", " ", "+", "-", "1-", "-1", "2-1", "1+2", "1-2-3", "1 - 2", "1+ ", "none ", "a", "1a", "32767", "99999999999"
    };

    g_assert_true(versions_equal(parsed("none"), VERSIONS_NONE));
    g_assert_true(versions_equal(parsed("0"), ((versions){ 0, 0 })));
    g_assert_true(versions_equal(parsed("3"), ((versions){ 3, 3 })));
    g_assert_true(versions_equal(parsed("0-4"), ((versions){ 0, 4 })));
    g_assert_true(versions_equal(parsed("12+"), ((versions){ 12, VERSIONS_OPEN })));
    g_assert_true(versions_equal(parsed("0+"), VERSIONS_ALL));

    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        versions v = { 98, 99 };

        g_assert_false(versions_parse(bad[i], &v));
        g_assert_cmpint(v.first, ==, 98);
        g_assert_cmpint(v.last, ==, 99);
    }
}

static void
test_text(void)
{
    static const char *const texts[] = { "none", "0", "7", "0-4", "7+", "0+" };

    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++) {
        char *text = versions_text(parsed(texts[i]));

        g_assert_cmpstr(text, ==, texts[i]);
        g_free(text);
    }
}

static void
test_relations(void)
{
    g_assert_true(versions_empty(parsed("none")));
    g_assert_false(versions_empty(parsed("0")));
    g_assert_true(versions_equal((versions){ 5, 2 }, VERSIONS_NONE));
    g_assert_false(versions_equal(parsed("0"), VERSIONS_NONE));

    g_assert_true(versions_has(parsed("2-4"), 2));
    g_assert_true(versions_has(parsed("2-4"), 4));
    g_assert_false(versions_has(parsed("2-4"), 1));
    g_assert_false(versions_has(parsed("2-4"), 5));
    g_assert_false(versions_has(VERSIONS_NONE, 0));
    g_assert_false(versions_has(VERSIONS_NONE, 1));
    g_assert_true(versions_has(parsed("2+"), 400));

    g_assert_true(versions_within(parsed("2-4"), parsed("2+")));
    g_assert_false(versions_within(parsed("2+"), parsed("2-4")));
    g_assert_true(versions_within(VERSIONS_NONE, VERSIONS_NONE));
    g_assert_true(versions_within(VERSIONS_NONE, parsed("7")));
    g_assert_false(versions_within(parsed("7"), VERSIONS_NONE));
}

static void
test_sets(void)
{
    versions joined = { 98, 99 };

    g_assert_true(versions_equal(versions_intersect(parsed("0-4"), parsed("3+")), parsed("3-4")));
    g_assert_true(versions_equal(versions_intersect(parsed("0-2"), parsed("3+")), VERSIONS_NONE));
    g_assert_true(versions_equal(versions_intersect(parsed("0-2"), VERSIONS_NONE), VERSIONS_NONE));

    g_assert_true(versions_join(parsed("0-2"), parsed("3+"), &joined));
    g_assert_true(versions_equal(joined, parsed("0+")));
    g_assert_true(versions_join(parsed("4-9"), parsed("0-5"), &joined));
    g_assert_true(versions_equal(joined, parsed("0-9")));
    g_assert_true(versions_join(VERSIONS_NONE, parsed("6"), &joined));
    g_assert_true(versions_equal(joined, parsed("6")));
    g_assert_true(versions_join(VERSIONS_NONE, VERSIONS_NONE, &joined));
    g_assert_true(versions_empty(joined));
    g_assert_false(versions_join(parsed("0-2"), parsed("4"), &joined));
    g_assert_false(versions_join(parsed("4"), parsed("0-2"), &joined));
}

static void
test_condition(void)
{
    static const struct {
        const char *range;
        const char *known;
        const char *condition;          /* NULL: none needed */
    } rows[] = {
        { "0+", "0-18", NULL },
        { "0-18", "0-18", NULL },
        { "0+", "0+", NULL },
        { "2-9", "3-5", NULL },
        { "3+", "0-18", "v >= 3" },
        { "0-12", "0-18", "v <= 12" },
        { "0-2", "1-18", "v <= 2" },
        { "3-7", "0-18", "v >= 3 && v <= 7" },
        { "3-18", "0-18", "v >= 3" },
        { "5", "0-18", "v == 5" },
        { "0", "0-18", "v == 0" },
        { "18", "0-18", "v == 18" },
        { "18+", "0-18", "v >= 18" },
        { "3-7", "5+", "v <= 7" },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        char *condition = versions_condition(parsed(rows[i].range), parsed(rows[i].known), "v");

        g_assert_cmpstr(condition, ==, rows[i].condition);
        g_free(condition);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/versions/parse", test_parse);
    g_test_add_func("/versions/text", test_text);
    g_test_add_func("/versions/relations", test_relations);
    g_test_add_func("/versions/sets", test_sets);
    g_test_add_func("/versions/condition", test_condition);
    return g_test_run();
}
