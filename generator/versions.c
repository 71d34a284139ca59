/* versions.c
 * The algebra of version ranges
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "versions.h"

#include <string.h>

/** Reads a number below VERSIONS_OPEN and moves *text behind it. */
static bool
parse_version(const char **text, int *version)
{
    const char *digit = *text;
    int value = 0;

    while (g_ascii_isdigit(*digit)) {
        value = value * 10 + (*digit - '0');
        if (value >= VERSIONS_OPEN)
            return false;
        digit++;
    }
    if (digit == *text)
        return false;
    *text = digit;
    *version = value;
    return true;
}

bool
versions_parse(const char *text, versions *v)
{
    versions parsed;

    if (strcmp(text, "none") == 0) {
        *v = VERSIONS_NONE;
        return true;
    }
    if (!parse_version(&text, &parsed.first))
        return false;
    parsed.last = parsed.first;
    if (*text == '+') {
        parsed.last = VERSIONS_OPEN;
        text++;
    } else if (*text == '-') {
        text++;
        if (!parse_version(&text, &parsed.last) || parsed.last < parsed.first)
            return false;
    }
    if (*text != '\0')
        return false;
    *v = parsed;
    return true;
}

char *
versions_text(versions v)
{
    if (versions_empty(v))
        return g_strdup("none");
    if (v.last == VERSIONS_OPEN)
        return g_strdup_printf("%d+", v.first);
    if (v.first == v.last)
        return g_strdup_printf("%d", v.first);
    return g_strdup_printf("%d-%d", v.first, v.last);
}

bool
versions_empty(versions v)
{
    return v.first > v.last;
}

bool
versions_equal(versions a, versions b)
{
    if (versions_empty(a) || versions_empty(b))
        return versions_empty(a) && versions_empty(b);
    return a.first == b.first && a.last == b.last;
}

bool
versions_has(versions v, int version)
{
    return v.first <= version && version <= v.last;
}

bool
versions_within(versions part, versions whole)
{
    return versions_empty(part) || (whole.first <= part.first && part.last <= whole.last);
}

versions
versions_intersect(versions a, versions b)
{
    versions both = { MAX(a.first, b.first), MIN(a.last, b.last) };

    return versions_empty(both) ? VERSIONS_NONE : both;
}

bool
versions_join(versions a, versions b, versions *joined)
{
    if (versions_empty(a)) {
        *joined = versions_empty(b) ? VERSIONS_NONE : b;
        return true;
    }
    if (versions_empty(b)) {
        *joined = a;
        return true;
    }
    if (a.last + 1 < b.first || b.last + 1 < a.first)
        return false;
    joined->first = MIN(a.first, b.first);
    joined->last = MAX(a.last, b.last);
    return true;
}

char *
versions_condition(versions v, versions known, const char *variable)
{
    bool from = v.first > known.first;
    bool to = v.last < known.last;

    if (!from && !to)
        return NULL;
    if (v.first == v.last)
        return g_strdup_printf("%s == %d", variable, v.first);
    if (!to)
        return g_strdup_printf("%s >= %d", variable, v.first);
    if (!from)
        return g_strdup_printf("%s <= %d", variable, v.last);
    return g_strdup_printf("%s >= %d && %s <= %d", variable, v.first, variable, v.last);
}
