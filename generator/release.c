/* release.c
 * The schemas of one of Kafka's releases, out of its jars
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "release.h"
#include "parse.h"
#include "resolve.h"
#include "source.h"

#include <string.h>

static const char *const schema_folders[] = { "common/message", "common/metadata", "message", NULL };

/** Where a jar tells its release, the best source first. */
static const struct {
    const char *file;
    const char *key;
} release_notes[] = {
    { "kafka/kafka-version.properties", "version=" },
    { "META-INF/MANIFEST.MF", "Implementation-Version: " },
};

/** A class that lists what records of a topic there are, by number: what is of a jar with it is of that topic. */
static const struct {
    const char *file;
    const char *topic;
} record_types[] = {
    { "org/apache/kafka/common/metadata/MetadataRecordType.class", "__cluster_metadata" },
    { "org/apache/kafka/coordinator/group/generated/CoordinatorRecordType.class", "__consumer_offsets" },
    { "org/apache/kafka/coordinator/share/generated/CoordinatorRecordType.class", "__share_group_state" },
    { "org/apache/kafka/coordinator/transaction/generated/CoordinatorRecordType.class", "__transaction_state" },
    { "org/apache/kafka/server/log/remote/metadata/storage/generated/MetadataRecordType.class",
      "__remote_log_metadata" },
};

static void
release_free(gpointer data)
{
    release *r = data;

    model_free(r->schemas);
    g_free(r->name);
    g_free(r);
}

static bool
looks_like_release(const char *text)
{
    return g_ascii_isdigit(text[0]) && strchr(text, '.') && !strchr(text, '/');
}

/** The value of a line that starts with `key`, for the caller to free; NULL if there is none like a release. */
static char *
find_note(const source_file *file, const char *key)
{
    char **lines = g_strsplit(file->text, "\n", -1);
    char *found = NULL;

    for (char **line = lines; *line && !found; line++) {
        if (g_str_has_prefix(*line, key)) {
            const char *value = g_strstrip(*line + strlen(key));

            if (looks_like_release(value))
                found = g_strdup(value);
        }
    }
    g_strfreev(lines);
    return found;
}

/** 4.4.0 of kafka-clients-4.4.0.jar: from the first digit that follows a dash. */
static char *
release_of_name(const char *path)
{
    char *name = g_path_get_basename(path);
    char *found = NULL;

    if (g_str_has_suffix(name, ".jar"))
        name[strlen(name) - strlen(".jar")] = '\0';
    for (const char *c = name; *c && !found; c++) {
        if (c[0] == '-' && looks_like_release(c + 1))
            found = g_strdup(c + 1);
    }
    g_free(name);
    return found;
}

static char *
release_of_jar(const char *path, const GPtrArray *files)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(release_notes); i++) {
        for (unsigned j = 0; j < files->len; j++) {
            const source_file *file = g_ptr_array_index(files, j);
            char *found = NULL;

            if (strcmp(file->name, release_notes[i].file) == 0)
                found = find_note(file, release_notes[i].key);
            if (found)
                return found;
        }
    }
    return release_of_name(path);
}

/** By number; 4.0.0-rc1 is older than 4.0.0. */
static int
compare_names(const char *a, const char *b)
{
    for (;;) {
        char *rest_a;
        char *rest_b;
        guint64 number_a = g_ascii_strtoull(a, &rest_a, 10);
        guint64 number_b = g_ascii_strtoull(b, &rest_b, 10);

        if (number_a != number_b)
            return number_a < number_b ? -1 : 1;
        if (*rest_a != '.' || *rest_b != '.') {
            if (*rest_a == '-' || *rest_b == '-')
                return *rest_a != *rest_b ? (*rest_a == '-' ? -1 : 1) : strcmp(rest_a, rest_b);
            return strcmp(rest_a, rest_b);
        }
        a = rest_a + 1;
        b = rest_b + 1;
    }
}

static int
compare_newest_first(gconstpointer left, gconstpointer right)
{
    const release *a = *(const release *const *)left;
    const release *b = *(const release *const *)right;

    return compare_names(b->name, a->name);
}

static release *
find_release(GPtrArray *releases, const char *name)
{
    release *r;

    for (unsigned i = 0; i < releases->len; i++) {
        r = g_ptr_array_index(releases, i);
        if (strcmp(r->name, name) == 0)
            return r;
    }
    r = g_new0(release, 1);
    r->name = g_strdup(name);
    r->schemas = model_new();
    g_ptr_array_add(releases, r);
    return r;
}

static bool
is_skipped(GArray *skips, const char *file)
{
    for (unsigned i = 0; skips && i < skips->len; i++) {
        skipped_file *skip = &g_array_index(skips, skipped_file, i);

        if (strcmp(skip->file, file) == 0) {
            skip->used = true;
            return true;
        }
    }
    return false;
}

/** NULL: of none. */
static const char *
topic_of_jar(const GPtrArray *files)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(record_types); i++) {
        for (unsigned j = 0; j < files->len; j++) {
            const source_file *file = g_ptr_array_index(files, j);

            if (strcmp(file->name, record_types[i].file) == 0)
                return record_types[i].topic;
        }
    }
    return NULL;
}

typedef struct {
    diag *d;
    GArray *skips;
    GPtrArray *releases;
    GHashTable *seen;                   /* RELEASE/FILE.json */
} reading;

static bool
add_schemas(reading *all, const char *jar, const char *release_name, const GPtrArray *files, GError **error)
{
    release *r = find_release(all->releases, release_name);
    const char *topic = topic_of_jar(files);
    bool any = false;

    for (unsigned i = 0; i < files->len; i++) {
        const source_file *source = g_ptr_array_index(files, i);
        char *file;
        message *m;

        if (!g_str_has_suffix(source->name, ".json"))
            continue;
        any = true;
        file = g_strdup_printf("%s/%s", release_name, strrchr(source->name, '/') + 1);
        if (!g_hash_table_add(all->seen, file)) {
            g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_EXIST, "%s: another jar has %s too", jar, file);
            return false;
        }
        if (is_skipped(all->skips, file))
            continue;
        m = parse_message(all->d, file, "rpc", source->text, source->length, true);
        if (!m)
            continue;
        if (m->content != CONTENT_NONE && topic)
            m->topic = g_strdup(topic);
        else if (m->content != CONTENT_NONE)
            diag_error(all->d, m->at, m->name, "nothing in %s tells of which topic it is", jar);
        g_ptr_array_add(r->schemas->messages, m);
    }
    if (!any)
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: no schemas of Kafka in it", jar);
    return any;
}

/** All that is no schema. Of char*, ends with NULL; for the caller to free. */
static GPtrArray *
files_to_look_at(void)
{
    GPtrArray *names = g_ptr_array_new();

    for (unsigned i = 0; i < G_N_ELEMENTS(release_notes); i++)
        g_ptr_array_add(names, (gpointer)release_notes[i].file);
    for (unsigned i = 0; i < G_N_ELEMENTS(record_types); i++)
        g_ptr_array_add(names, (gpointer)record_types[i].file);
    g_ptr_array_add(names, NULL);
    return names;
}

static bool
read_jar(reading *all, const char *jar, GError **error)
{
    GPtrArray *exact = files_to_look_at();
    GPtrArray *files = source_read_jar(jar, schema_folders, (const char *const *)exact->pdata, error);
    char *name;
    bool ok = false;

    g_ptr_array_free(exact, TRUE);
    if (!files)
        return false;
    name = release_of_jar(jar, files);
    if (name)
        ok = add_schemas(all, jar, name, files, error);
    else
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: neither in it nor in its name is a release", jar);
    g_free(name);
    g_ptr_array_unref(files);
    return ok;
}

GPtrArray *
releases_read(diag *d, const char *const *jars, GArray *skips, GError **error)
{
    reading all = { d, skips, g_ptr_array_new_with_free_func(release_free), NULL };
    bool ok = true;

    all.seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (; ok && *jars; jars++)
        ok = read_jar(&all, *jars, error);
    g_hash_table_destroy(all.seen);
    if (!ok) {
        g_ptr_array_unref(all.releases);
        return NULL;
    }
    for (unsigned i = 0; i < all.releases->len; i++)
        resolve(((release *)g_ptr_array_index(all.releases, i))->schemas, d);
    g_ptr_array_sort(all.releases, compare_newest_first);
    return all.releases;
}
