/* test_name.c
 * Names in snake case, of messages, structs and fields
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "name.h"
#include "parse.h"
#include "resolve.h"

static void
check_snake(const names *n, const char *text, const char *expected)
{
    char *snake = names_snake(n, text);
    g_assert_cmpstr(snake, ==, expected);
    g_free(snake);
}

static void
test_snake(void)
{
    names *n = names_new();
    check_snake(n, "FetchSnapshotRequest", "fetch_snapshot_request");
    check_snake(n, "TransactionalIdPatternFilter", "transactional_id_pattern_filter");
    check_snake(n, "HTTPServer", "http_server");
    check_snake(n, "Isr", "isr");
    check_snake(n, "TopicID", "topic_id");
    check_snake(n, "V3AndBelowTopics", "v3_and_below_topics");
    check_snake(n, "topicName", "topic_name");
    check_snake(n, "A", "a");
    check_snake(n, "", "");
    names_free(n);
}

static void
test_words(void)
{
    names *n = names_new();
    check_snake(n, "IsKRaftController", "is_k_raft_controller");
    g_hash_table_insert(n->words, g_strdup("KRaft"), g_strdup("kraft"));
    g_hash_table_insert(n->words, g_strdup("Enable2Pc"), g_strdup("enable_2pc"));
    check_snake(n, "IsKRaftController", "is_kraft_controller");
    check_snake(n, "KRaft", "kraft");
    check_snake(n, "KRaftVersion", "kraft_version");
    check_snake(n, "Enable2Pc", "enable_2pc");
    check_snake(n, "Enable2PcNow", "enable_2pc_now");
    /* Only whole words. */
    check_snake(n, "KRaftable", "k_raftable");
    names_free(n);
}

static const char schema[] =
    "{ \"apiKey\": 0, \"type\": \"request\", \"name\": \"PingRequest\", \"validVersions\": \"0-1\",\n"
    "  \"flexibleVersions\": \"none\", \"fields\": [\n"
    "  { \"name\": \"Targets\", \"type\": \"[]PingRequestTarget\", \"versions\": \"0+\", \"fields\": [\n"
    "    { \"name\": \"TargetName\", \"type\": \"string\", \"versions\": \"0+\", \"entityType\": \"topicName\" },\n"
    "    { \"name\": \"Ports\", \"type\": \"[]int32\", \"versions\": \"0+\" } ]},\n"
    "  { \"name\": \"SentTimeMs\", \"type\": \"int64\", \"versions\": \"0+\" } ]}\n";

static field_names *
add_key(names *n, const char *key)
{
    field_names *entry = g_new0(field_names, 1);
    g_hash_table_insert(n->fields, g_strdup(key), entry);
    return entry;
}

static void
describe(names *n, const char *key, const char *text)
{
    keyed_text *entry = g_new0(keyed_text, 1);
    entry->text = g_strdup(text);
    g_hash_table_insert(n->glossary, g_strdup(key), entry);
}

static void
give(field_names *entry, attribute_kind kind, const char *text)
{
    entry->attributes[kind] = (attribute){ true, g_strdup(text) };
}

static void
test_fields(void)
{
    diag *d = diag_new();
    names *n = names_new();
    model *all = model_new();
    message *m = parse_message(d, "PingRequest.json", "rpc", schema, sizeof schema - 1, false);
    g_assert_nonnull(m);
    g_ptr_array_add(all->messages, m);
    resolve(all, d);

    role *topic = g_new0(role, 1);
    topic->name = g_strdup("topic_name");
    topic->text = g_strdup("A topic's name.");
    g_ptr_array_add(n->roles, topic);

    /* More exact keys win attribute by attribute, and null takes away. */
    give(add_key(n, "*Ms"), ATTRIBUTE_FORMAT, "ms");
    give(add_key(n, "*TimeMs"), ATTRIBUTE_ROLE, "topic_name");
    give(add_key(n, "SentTimeMs"), ATTRIBUTE_ROLE, NULL);
    give(add_key(n, "PingRequest.SentTimeMs"), ATTRIBUTE_FILTER, "kafka.sent");
    describe(n, "Targets", "Where to");
    describe(n, "TargetName", "Of any target");
    describe(n, "PingRequest.PingRequestTarget.TargetName", "Of a target");
    describe(n, "Ports", "Its ports");
    describe(n, "SentTimeMs", "When");

    name(all, n, d);
    diag_print(d);
    g_assert_cmpuint(diag_count(d), ==, 0);

    g_assert_cmpstr(m->c_name, ==, "ping_request");
    g_assert_cmpstr(m->filter, ==, "kafka.ping_request");
    g_assert_cmpstr(m->blurb, ==, "Body of a Ping request");

    const structure *target = m->structures->pdata[0];
    g_assert_cmpstr(target->c_name, ==, "ping_request_target");
    g_assert_cmpstr(target->filter, ==, "kafka.ping_request.target");

    const field *target_name = target->fields->pdata[0];
    g_assert_cmpstr(target_name->c_name, ==, "ping_request_target_target_name");
    g_assert_cmpstr(target_name->filter, ==, "kafka.ping_request.target.target_name");
    g_assert_cmpstr(target_name->label, ==, "TargetName");
    g_assert_cmpstr(target_name->blurb, ==, "Of a target");
    g_assert_cmpstr(target_name->role, ==, "topic_name");       /* from "entityType" */

    const field *sent = m->fields->pdata[1];
    g_assert_cmpstr(sent->c_name, ==, "ping_request_sent_time_ms");
    g_assert_cmpstr(sent->filter, ==, "kafka.sent");
    g_assert_cmpstr(sent->format, ==, "ms");
    g_assert_null(sent->role);

    model_free(all);
    names_free(n);
    diag_free(d);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/name/snake", test_snake);
    g_test_add_func("/name/words", test_words);
    g_test_add_func("/name/fields", test_fields);
    return g_test_run();
}
