/* merge.c
 * One message out of what several releases say of it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "merge.h"
#include "pairs.h"

/** An older release's layout being merged into that of the newer ones. */
typedef struct {
    diag *d;
    const message *newest;
    const message *older;
    layout *into;
    version_set added;                  /* versions that come from the older release */
    version_set compared;               /* versions that both have, so that they must agree */
    GHashTable *done;                   /* "into from" pairs of blocks, as text */
    GHashTable *match;                  /* block of the older release -> block of `into` */
    bool ok;
} merger;

static void merge_blocks(merger *m, block *into, const block *from);

static void G_GNUC_PRINTF(4, 5)
disagree(merger *m, const block *b, place at, const char *format, ...)
{
    char *where = b->source ? g_strdup_printf("%s.%s", m->newest->name, b->source->name) : g_strdup(m->newest->name);
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    diag_error(m->d, at, where, "%s", text);
    g_free(text);
    g_free(where);
    m->ok = false;
}

/** A null struct is a byte of its own; elsewhere null is a value that a length can have anyway. */
static bool
has_null_marker(const part *p, int version)
{
    return p->source->kind == TYPE_STRUCT && !p->source->array && set_has(p->nullable, version);
}

/** Two parts that are at the same place of a version. */
static bool
compare_parts(merger *m, const block *from, const part *newer, const part *older, int version)
{
    place at = newer->source->at;

    if (!part_same_type(newer, older) || has_null_marker(newer, version) != has_null_marker(older, version)) {
        disagree(m, from, older->source->at, "version %d: \"%s\" is %s%s, but \"%s\" in its place is %s%s in %s:%d",
                 version, older->source->name, has_null_marker(older, version) ? "nullable " : "", older->source->type,
                 newer->source->name, has_null_marker(newer, version) ? "nullable " : "", newer->source->type,
                 at.file, at.line);
        return false;
    }
    if (newer->inner)
        merge_blocks(m, newer->inner, older->inner);
    return true;
}

/** What is in only one of the two blocks. */
static bool
report_missing(merger *m, const block *into, const block *from, const part *newer, const part *older, int version)
{
    place at = newer ? newer->source->at : into->source ? into->source->at : m->newest->at;

    if (newer)
        disagree(m, from, from->source ? from->source->at : m->older->at, "version %d: \"%s\" is missing, of %s:%d",
                 version, newer->source->name, at.file, at.line);
    else
        disagree(m, from, older->source->at, "version %d: \"%s\" is missing in %s:%d", version, older->source->name,
                 at.file, at.line);
    return false;
}

static bool
pair_plain(merger *m, const block *into, const block *from, int version, row *rows)
{
    unsigned i = 0;
    unsigned j = 0;

    for (;;) {
        part *newer = block_next_plain(into, &i, version);
        part *older = block_next_plain(from, &j, version);

        if (!newer && !older)
            return true;
        if (!newer || !older)
            return report_missing(m, into, from, newer, older, version);
        if (!compare_parts(m, from, newer, older, version))
            return false;
        rows[j - 1][version] = newer;
    }
}

static bool
pair_tagged(merger *m, const block *into, const block *from, int version, row *rows)
{
    for (unsigned j = 0; j < from->parts->len; j++) {
        part *older = g_ptr_array_index(from->parts, j);
        part *newer;

        if (!set_has(older->tagged, version))
            continue;
        newer = block_find_tag(into, older->tag, version);
        if (!newer)
            return report_missing(m, into, from, NULL, older, version);
        if (!compare_parts(m, from, newer, older, version))
            return false;
        rows[j][version] = newer;
    }
    return true;
}

/** The block of `into` for a struct of the older release whose field is not in the newer one. */
static block *
find_block(merger *m, const block *from)
{
    block *into = g_hash_table_lookup(m->match, from);

    for (unsigned i = 0; !into && i < m->into->blocks->len; i++) {
        block *other = g_ptr_array_index(m->into->blocks, i);

        if (other->source && g_strcmp0(other->source->name, from->source->name) == 0)
            into = other;
    }
    return into ? into : layout_add_block(m->into, from->source);
}

static part *
insert_part(merger *m, block *into, const part *older, unsigned at)
{
    part *newer = g_new0(part, 1);

    newer->source = older->source;
    newer->tag = -1;
    if (older->inner)
        newer->inner = find_block(m, older->inner);
    g_ptr_array_insert(into->parts, (int)at, newer);
    return newer;
}

/** Adds the versions `added` of the older block's parts. `homes` gets the part of `into` for each. */
static void
place_parts(merger *m, block *into, const block *from, const row *rows, version_set added, part **homes)
{
    unsigned next = 0;                  /* the place in `into` behind what was placed */

    for (unsigned i = 0; i < from->parts->len; i++) {
        const part *older = g_ptr_array_index(from->parts, i);
        version_set present = older->present & added;
        part *newer = row_nearest(rows, i, present);

        if (present && !newer)
            newer = rows_find_name(into, from, rows, older, present, next, rows_next_anchor(into, from, rows, i));
        if (present && (!newer || newer->present & present))
            newer = insert_part(m, into, older, next);
        if (present) {
            newer->present |= present;
            newer->nullable |= older->nullable & present;
            newer->tagged |= older->tagged & present;
            if (newer->tag < 0)
                newer->tag = older->tag;
            if (newer->inner)
                merge_blocks(m, newer->inner, older->inner);
        }
        homes[i] = newer;
        if (newer && !older->tagged)
            next = MAX(next, block_index(into, newer) + 1);
    }
}

/** Whether the plain parts of the added versions stand in the older release's order. */
static void
check_order(merger *m, const block *into, const block *from, version_set added, part *const *homes)
{
    for (int version = 0; version <= LAYOUT_NEWEST; version++) {
        unsigned i = 0;
        unsigned j = 0;
        const part *older;

        if (!set_has(added, version))
            continue;
        do {
            const part *newer = block_next_plain(into, &i, version);

            older = block_next_plain(from, &j, version);
            if (newer != (older ? homes[j - 1] : NULL)) {
                disagree(m, from, older ? older->source->at : newer->source->at,
                         "version %d: no order of the fields suits this and the newer releases", version);
                return;
            }
        } while (older);
    }
}

static void
merge_blocks(merger *m, block *into, const block *from)
{
    version_set common = into->used & from->used & (m->compared | m->added);
    version_set added = from->used & m->added & ~into->used;
    char *pair = g_strdup_printf("%p %p", (const void *)into, (const void *)from);
    row *rows;
    part **homes;
    bool agree = true;

    if (!g_hash_table_add(m->done, pair))
        return;
    if (!g_hash_table_contains(m->match, from))
        g_hash_table_insert(m->match, (gpointer)from, into);

    rows = g_new0(row, from->parts->len);
    homes = g_new0(part *, from->parts->len);
    for (int version = 0; agree && version <= LAYOUT_NEWEST; version++) {
        if (set_has(common, version))
            agree = pair_plain(m, into, from, version, rows) && pair_tagged(m, into, from, version, rows);
    }
    if (agree) {
        into->used |= added;
        place_parts(m, into, from, (const row *)rows, added, homes);
        check_order(m, into, from, added, homes);
    }
    g_free(homes);
    g_free(rows);
}

static bool
merge_edition(diag *d, layout *into, const message *newest, const message *older, version_set compared,
              version_set added)
{
    merger m = { .d = d, .newest = newest, .older = older, .into = into, .added = added, .compared = compared };
    layout *from = layout_new(older, set_of(older->valid));

    m.done = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    m.match = g_hash_table_new(NULL, NULL);
    m.ok = true;
    merge_blocks(&m, into->root, from->root);
    g_hash_table_destroy(m.match);
    g_hash_table_destroy(m.done);
    layout_free(from);
    return m.ok;
}

/** What is merged so far. */
typedef struct {
    const message *newest;
    layout *l;
    version_set valid;
    version_set flexible;
    bool unstable;
} merged;

static bool
add_edition(diag *d, merged *all, const edition *e)
{
    const message *m = e->m;
    version_set valid = set_of(m->valid);
    version_set added = valid & ~all->valid;
    version_set compared = valid & all->valid;
    version_set flexible = set_of(m->flexible) & valid;

    if (m->valid.last > LAYOUT_NEWEST) {
        diag_error(d, m->at, m->name, "import can't handle versions above %d", LAYOUT_NEWEST);
        return false;
    }
    if (e->unstable)
        compared &= ~((version_set)1 << m->valid.last);
    if (!all->newest) {
        all->newest = m;
        all->l = layout_new(m, valid);
    } else {
        version_set differ = (flexible ^ all->flexible) & compared;

        if (differ) {
            char *text = set_text(differ);

            diag_error(d, m->at, m->name, "versions %s are flexible either here or in %s:%d, not in both", text,
                       all->newest->at.file, all->newest->at.line);
            g_free(text);
            return false;
        }
        if (!merge_edition(d, all->l, all->newest, m, compared, added))
            return false;
    }
    if (added >> m->valid.last && !(all->valid >> m->valid.last))
        all->unstable = e->unstable;
    all->flexible |= flexible & added;
    all->valid |= added;
    layout_limit(all->l, all->valid);
    return true;
}

message *
merge_editions(diag *d, const GArray *editions)
{
    merged all = { 0 };
    message *m = NULL;
    bool ok = true;

    for (unsigned i = 0; ok && i < editions->len; i++) {
        const edition *e = &g_array_index(editions, edition, i);

        if (!versions_empty(e->m->valid))
            ok = add_edition(d, &all, e);
    }
    if (ok && all.newest)
        m = layout_message(d, all.l, all.newest, all.valid, all.flexible);
    if (m)
        m->unstable = all.unstable;
    layout_free(all.l);
    return m;
}
