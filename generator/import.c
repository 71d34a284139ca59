/* import.c
 * Kafka's jars to schema files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "import.h"
#include "merge.h"
#include "parse.h"
#include "release.h"
#include "schema_text.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#define API_VERSIONS 18
#define CONTROLLED_SHUTDOWN 7

/** A message through all releases. */
typedef struct {
    GArray *editions;                   /* edition, newest first */
    const message *held;                /* what SCHEMAS_DIR has of it, or NULL */
    message *merged;                    /* or NULL: no release has a version of it */
} history;

static void
history_free(gpointer data)
{
    history *h = data;

    g_array_unref(h->editions);
    message_free(h->merged);
    g_free(h);
}

/** The folder that import writes a message to. */
static const char *
folder_of(const message *m)
{
    return m->kind == MESSAGE_DATA ? "data" : "rpc";
}

/** What makes messages of several releases the same one: names change, keys do not. For the caller to free. */
static char *
identity(const message *m)
{
    if (m->kind == MESSAGE_REQUEST || m->kind == MESSAGE_RESPONSE)
        return g_strdup_printf("%03d %s", m->api_key, m->kind == MESSAGE_REQUEST ? "request" : "response");
    return g_strdup_printf("name %s", m->name);
}

/** Responses do not say themselves whether their newest version is unstable. */
static bool
is_unstable(const release *r, const message *m)
{
    if (m->kind != MESSAGE_RESPONSE)
        return m->unstable;
    for (unsigned i = 0; i < r->schemas->messages->len; i++) {
        const message *other = g_ptr_array_index(r->schemas->messages, i);

        if (other->kind == MESSAGE_REQUEST && other->api_key == m->api_key)
            return other->unstable;
    }
    return m->unstable;
}

static history *
find_history(GHashTable *histories, const message *m, bool make)
{
    char *id = identity(m);
    history *h = g_hash_table_lookup(histories, id);

    if (!h && make) {
        h = g_new0(history, 1);
        h->editions = g_array_new(FALSE, FALSE, sizeof(edition));
        g_hash_table_insert(histories, g_strdup(id), h);
    }
    g_free(id);
    return h;
}

/** Identity -> history*. */
static GHashTable *
collect_histories(diag *d, const GPtrArray *releases)
{
    GHashTable *histories = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, history_free);

    for (unsigned i = 0; i < releases->len; i++) {
        const release *r = g_ptr_array_index(releases, i);
        GHashTable *in_release = g_hash_table_new(NULL, NULL);

        for (unsigned j = 0; j < r->schemas->messages->len; j++) {
            const message *m = g_ptr_array_index(r->schemas->messages, j);
            edition e = { m, is_unstable(r, m) };
            history *h;

            h = find_history(histories, m, true);
            if (g_hash_table_add(in_release, h))
                g_array_append_val(h->editions, e);
            else
                diag_error(d, m->at, m->name, "there is another %s of this key in %s",
                           m->kind == MESSAGE_RESPONSE ? "response" : "message", r->name);
        }
        g_hash_table_destroy(in_release);
    }
    return histories;
}

/* What Kafka keeps in its code */

static void
add_rule(message *m, int first, int last, int header)
{
    header_rule rule = { { first, last }, header };

    if (first <= last)
        g_array_append_val(m->headers, rule);
}

/** Kafka's ApiMessageType.requestHeaderVersion and responseHeaderVersion. */
static void
add_headers(message *m)
{
    bool request = m->kind == MESSAGE_REQUEST;
    int plain = request ? 1 : 0;
    int first = m->valid.first;
    int flexible = versions_empty(m->flexible) ? VERSIONS_OPEN + 1 : MAX(first, m->flexible.first);

    if (!request && m->kind != MESSAGE_RESPONSE)
        return;
    if (!request && m->api_key == API_VERSIONS) {
        add_rule(m, first, VERSIONS_OPEN, 0);
        return;
    }
    if (request && m->api_key == CONTROLLED_SHUTDOWN && first == 0) {
        add_rule(m, 0, 0, 0);
        first = 1;
    }
    add_rule(m, first, flexible - 1, plain);
    add_rule(m, flexible, VERSIONS_OPEN, plain + 1);
}

/** Kafka's ControlRecordType and what it writes for each. */
static void
add_control_types(message *m)
{
    static const struct {
        const char *name;
        int type;
    } known[] = {
        { "EndTxnMarker", 0 },          /* ABORT */
        { "EndTxnMarker", 1 },          /* COMMIT */
        { "LeaderChangeMessage", 2 }, { "SnapshotHeaderRecord", 3 }, { "SnapshotFooterRecord", 4 },
        { "KRaftVersionRecord", 5 }, { "VotersRecord", 6 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++) {
        if (strcmp(m->name, known[i].name) == 0)
            g_array_append_val(m->control_types, known[i].type);
    }
}

static void
add_facts(message *m)
{
    add_headers(m);
    add_control_types(m);
    if (m->kind == MESSAGE_RESPONSE && m->api_key == API_VERSIONS)
        m->fallback = 0;                /* KIP-511 */
}

/* Against what SCHEMAS_DIR has */

static void
check_held(diag *d, const history *h)
{
    char *held;
    char *merged;

    if (!h->held || !h->merged || versions_within(h->held->valid, h->merged->valid))
        return;
    held = versions_text(h->held->valid);
    merged = versions_text(h->merged->valid);
    diag_error(d, h->held->at, h->held->name, "versions %s are here, but the releases have only %s", held, merged);
    g_free(held);
    g_free(merged);
}

/** The newest releases' schemas, of those that have versions, by key. */
static GPtrArray *
sorted_histories(GHashTable *histories)
{
    GPtrArray *sorted = g_ptr_array_new();
    GList *ids = g_list_sort(g_hash_table_get_keys(histories), (GCompareFunc)strcmp);

    for (GList *id = ids; id; id = id->next) {
        history *h = g_hash_table_lookup(histories, id->data);

        if (h->merged)
            g_ptr_array_add(sorted, h);
    }
    g_list_free(ids);
    return sorted;
}

static void
print_news(const history *h)
{
    const message *m = h->merged;
    versions added = m->valid;
    char *text;

    if (h->held && strcmp(h->held->name, m->name) != 0)
        printf("%s is now %s\n", h->held->name, m->name);
    if (h->held && h->held->valid.first == m->valid.first)
        added.first = h->held->valid.last + 1;
    else if (h->held && h->held->valid.last == m->valid.last)
        added.last = h->held->valid.first - 1;
    if (versions_empty(added))
        return;
    text = versions_text(added);
    if (m->api_key >= 0)
        printf("%s (key %d): %sversions %s\n", m->name, m->api_key, h->held ? "" : "new, ", text);
    else
        printf("%s: %sversions %s\n", m->name, h->held ? "" : "new, ", text);
    g_free(text);
}

/** Leaves a file alone that has this text already. */
static bool
write_file(const char *path, const char *text, bool *written, GError **error)
{
    char *known = NULL;
    gsize length;
    bool same = g_file_get_contents(path, &known, &length, NULL) && strlen(text) == length &&
                memcmp(known, text, length) == 0;

    g_free(known);
    *written = !same;
    return same || g_file_set_contents(path, text, -1, error);
}

static bool
make_folder(const char *folder, GError **error)
{
    if (g_mkdir_with_parents(folder, 0777) == 0)
        return true;
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "%s: %s", folder, g_strerror(errno));
    return false;
}

static bool
write_schema(const history *h, const char *schemas_dir, bool *written, GError **error)
{
    char *folder = g_build_filename(schemas_dir, folder_of(h->merged), NULL);
    char *name = g_strconcat(h->merged->name, ".json", NULL);
    char *path = g_build_filename(folder, name, NULL);
    char *text = schema_text(h->merged);
    bool ok = make_folder(folder, error) && write_file(path, text, written, error);

    if (ok && h->held && strcmp(h->held->at.file, path) != 0 && g_remove(h->held->at.file) != 0) {
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "%s: %s", h->held->at.file, g_strerror(errno));
        ok = false;
    }
    g_free(text);
    g_free(path);
    g_free(name);
    g_free(folder);
    return ok;
}

static bool
write_schemas(GHashTable *histories, const char *schemas_dir, GError **error)
{
    GPtrArray *sorted = sorted_histories(histories);
    unsigned files = 0;
    unsigned keys = 0;
    int pairs = 0;
    bool ok = true;

    for (unsigned i = 0; ok && i < sorted->len; i++) {
        const history *h = g_ptr_array_index(sorted, i);
        bool written = false;

        ok = write_schema(h, schemas_dir, &written, error);
        if (!ok)
            break;
        print_news(h);
        files += written;
        if (h->merged->kind == MESSAGE_REQUEST) {
            keys++;
            pairs += h->merged->valid.last - h->merged->valid.first + 1;
        }
    }
    if (ok)
        printf("%u API keys with %d versions; %u of %u files written\n", keys, pairs, files, sorted->len);
    g_ptr_array_unref(sorted);
    return ok;
}

/** What SCHEMAS_DIR has now: nothing if it is not there. */
static model *
read_held(diag *d, const char *schemas_dir, GError **error)
{
    return g_file_test(schemas_dir, G_FILE_TEST_EXISTS) ? parse_schemas(d, schemas_dir, error) : model_new();
}

static void
find_held(GHashTable *histories, const model *held)
{
    for (unsigned i = 0; i < held->messages->len; i++) {
        const message *m = g_ptr_array_index(held->messages, i);
        history *h = strcmp(m->folder, folder_of(m)) == 0 ? find_history(histories, m, false) : NULL;

        if (h)
            h->held = m;
    }
}

static void
merge_histories(diag *d, GHashTable *histories)
{
    GHashTableIter iter;
    gpointer value;

    g_hash_table_iter_init(&iter, histories);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        history *h = value;

        h->merged = merge_editions(d, h->editions);
        if (h->merged)
            add_facts(h->merged);
        check_held(d, h);
    }
}

static GArray *
make_skips(const char *const *files)
{
    GArray *skips = g_array_new(FALSE, FALSE, sizeof(skipped_file));

    for (; *files; files++) {
        skipped_file skip = { *files, false };

        g_array_append_val(skips, skip);
    }
    return skips;
}

static bool
check_skips(const GArray *skips, GError **error)
{
    for (unsigned i = 0; i < skips->len; i++) {
        const skipped_file *skip = &g_array_index(skips, skipped_file, i);

        if (!skip->used) {
            g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "--skip %s: no such schema in the jars", skip->file);
            return false;
        }
    }
    return true;
}

static bool
import_into(diag *d, const GPtrArray *releases, const char *schemas_dir, GError **error)
{
    model *held = read_held(d, schemas_dir, error);
    GHashTable *histories;
    bool ok = true;

    if (!held)
        return false;
    histories = collect_histories(d, releases);
    find_held(histories, held);
    merge_histories(d, histories);
    if (diag_count(d) == 0)
        ok = write_schemas(histories, schemas_dir, error);
    g_hash_table_destroy(histories);
    model_free(held);
    return ok;
}

bool
import_releases(diag *d, const char *const *jars, const char *const *skips, const char *schemas_dir, GError **error)
{
    GArray *skipped = make_skips(skips);
    GPtrArray *releases = releases_read(d, jars, skipped, error);
    bool ok = releases && check_skips(skipped, error);

    if (ok && diag_count(d) == 0)
        ok = import_into(d, releases, schemas_dir, error);
    if (releases)
        g_ptr_array_unref(releases);
    g_array_unref(skipped);
    return ok;
}
