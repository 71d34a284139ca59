/* guest.c
 * Other dissectors of Wireshark for what users put into records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "guest.h"

#include <epan/decode_as.h>
#include <epan/exceptions.h>
#include <epan/proto_data.h>
#include <epan/show_exception.h>
#include <epan/uat.h>
#include <wsutil/wsjson.h>

#include "compat.h"
#include "protocol.h"
#include "registry.h"
#include "takeover.h"
#include "text.h"

#define TOPIC_TABLE "kafka.topic"
#define TOPIC_KEY 0x746f7069            /* under this key Decode As finds a packet's topic */

/* A row of the preference table. */
typedef struct {
    char *topic;                        /* a pattern with * and ? */
    unsigned part;                      /* kafka_record_part */
    unsigned header;                    /* kafka_registry_header */
    char *dissector;                    /* empty: the header alone */
    char *parameter;
} topic_row;

static topic_row *rows;
static unsigned row_count;
static kafka_pref_bool offer_json;
static kafka_pref_bool offer_xml;

static dissector_table_t topic_table;
static bool table_has_entries;

/* What Decode As offers: formats of files or messages that need no more than their octets. */
static const char *const formats[] = {
    "json", "xml", "protobuf", "msgpack", "cbor", "data-text-lines", "data", "thrift", "syslog",
};

/* ----------------------------------------------------------------------------------------------------- being called */

static bool
call(dissector_handle_t handle, tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const char *data)
{
    uint16_t can_desegment = pinfo->can_desegment;
    int desegment_offset = pinfo->desegment_offset;
    uint32_t desegment_len = pinfo->desegment_len;
    bool writable = col_get_writable(pinfo->cinfo, -1);
    volatile int taken = 0;

    col_set_writable(pinfo->cinfo, -1, false);
    pinfo->can_desegment = 0;
    TRY {
        taken = call_dissector_only(handle, tvb, pinfo, tree, (void *)data);
    }
    CATCH_NONFATAL_ERRORS {
        show_exception(tvb, pinfo, tree, EXCEPT_CODE, GET_MESSAGE);
        taken = 1;
    }
    ENDTRY;
    pinfo->can_desegment = can_desegment;
    pinfo->desegment_offset = desegment_offset;
    pinfo->desegment_len = desegment_len;
    col_set_writable(pinfo->cinfo, -1, writable);
    return taken > 0;
}

bool
kafka_call_guest(const char *name, tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const char *data)
{
    dissector_handle_t handle = find_dissector(name);

    return handle && call(handle, tvb, pinfo, tree, data);
}

/* ------------------------------------------------------------------------------------------------- what users chose */

static const topic_row *
row_of(const char *topic, kafka_record_part part)
{
    for (unsigned i = 0; i < row_count; i++)
        if (rows[i].part == part && g_pattern_match_simple(rows[i].topic, topic))
            return &rows[i];
    return NULL;
}

static bool
begins_and_ends(const uint8_t *text, size_t length, const char *pairs)
{
    while (length > 0 && g_ascii_isspace(text[length - 1]))
        length--;
    while (length > 0 && g_ascii_isspace(*text))
        text++, length--;
    for (; *pairs; pairs += 2)
        if (length > 1 && text[0] == (uint8_t)pairs[0] && text[length - 1] == (uint8_t)pairs[1])
            return true;
    return false;
}

/* The dissector for text of that kind, if the preferences allow it; NULL if it is something else. */
static const char *
dissector_of_text(const uint8_t *octets, size_t length)
{
    if (offer_json && begins_and_ends(octets, length, "{}[]") && json_validate(octets, length))
        return "json";
    if (offer_xml && begins_and_ends(octets, length, "<>") && kafka_is_text(octets, length))
        return "xml";
    return NULL;
}

static dissector_handle_t
handle_of(const topic_row *row, const char *topic, kafka_record_part part, const kafka_reader *r)
{
    dissector_handle_t handle =
        part == KAFKA_VALUE_PART && *topic ? dissector_get_string_handle(topic_table, topic) : NULL;
    const char *name = row && *row->dissector ? row->dissector : NULL;

    if (handle)
        return handle;
    if (!name)
        name = dissector_of_text(r->data + r->offset, r->end - r->offset);
    return name ? find_dissector(name) : NULL;
}

/* What the dissector gets beside the octets: only protobuf's is known to take a text. */
static const char *
data_for(dissector_handle_t handle, const topic_row *row, wmem_allocator_t *pool)
{
    const char *name = dissector_handle_get_dissector_name(handle);

    if (!row || !*row->parameter || g_strcmp0(name, "protobuf") != 0)
        return NULL;
    return wmem_strdup_printf(pool, "message,%s", row->parameter);
}

void
kafka_guest_note_topic(packet_info *pinfo, const char *topic)
{
    const char *last = (const char *)p_get_proto_data(pinfo->pool, pinfo, proto_kafka, TOPIC_KEY);

    if (!last || strcmp(last, topic) != 0)
        p_set_proto_data(pinfo->pool, pinfo, proto_kafka, TOPIC_KEY, wmem_strdup(pinfo->pool, topic));
}

bool
kafka_show_guest(kafka_payload *p, const char *topic, kafka_record_part part)
{
    kafka_reader *r = &p->reader;
    const topic_row *row = row_of(topic ? topic : "", part);
    kafka_registry_header header = row ? (kafka_registry_header)row->header : KAFKA_NO_REGISTRY_HEADER;

    if (!kafka_has_registry_header(r, header)) {
        kafka_payload_refuse(p, "There is no header of a schema registry");
        return false;
    }

    kafka_reader behind = *r;
    behind.listener = NULL;
    kafka_show_registry_header(&behind, NULL, header);
    dissector_handle_t handle = handle_of(row, topic ? topic : "", part, &behind);
    if (!handle && header == KAFKA_NO_REGISTRY_HEADER)
        return false;

    kafka_payload_take_apart(p);
    kafka_show_registry_header(r, p->tree, header);
    if (r->offset < r->end) {
        tvbuff_t *rest = tvb_new_subset_length(r->tvb, (int)r->offset, (int)(r->end - r->offset));
        if (!handle || !call(handle, rest, r->pinfo, p->tree, data_for(handle, row, r->pinfo->pool)))
            call_data_dissector(rest, r->pinfo, p->tree);
    }
    return true;
}

/* Protocols that are called whatever the user chose, and what they call in turn. */
static struct {
    const char *filter;
    int proto;
} fixed_guests[] = {
    { "gss-api", -1 }, { "spnego", -1 }, { "kerberos", -1 }, { "ntlmssp", -1 }, { "json", -1 }, { "protobuf", -1 },
};

bool
kafka_guests_wanted(void)
{
    return row_count > 0 || table_has_entries || offer_json || offer_xml;
}

bool
kafka_guests_matter(proto_tree *tree)
{
    if (!tree)
        return false;
    if (kafka_guests_wanted())
        return true;
    for (unsigned i = 0; i < array_length(fixed_guests); i++)
        if (fixed_guests[i].proto > 0 && proto_field_is_referenced(tree, fixed_guests[i].proto))
            return true;
    return false;
}

/* -------------------------------------------------------------------------------------------------- table of topics */

static const value_string parts[] = {
    { KAFKA_VALUE_PART, "value" },
    { KAFKA_KEY_PART, "key" },
    { 0, NULL },
};

static const value_string headers[] = {
    { KAFKA_NO_REGISTRY_HEADER, "none" },
    { KAFKA_SCHEMA_ID, "schema id" },
    { KAFKA_SCHEMA_ID_AND_INDEXES, "schema id and message indexes" },
    { 0, NULL },
};

UAT_CSTRING_CB_DEF(topics, topic, topic_row)
UAT_VS_DEF(topics, part, topic_row, unsigned, KAFKA_VALUE_PART, "value")
UAT_VS_DEF(topics, header, topic_row, unsigned, KAFKA_NO_REGISTRY_HEADER, "none")
UAT_CSTRING_CB_DEF(topics, dissector, topic_row)
UAT_CSTRING_CB_DEF(topics, parameter, topic_row)

static void *
copy_row(void *to, const void *from, size_t size _U_)
{
    topic_row *copy = (topic_row *)to;
    const topic_row *row = (const topic_row *)from;

    *copy = *row;
    copy->topic = g_strdup(row->topic);
    copy->dissector = g_strdup(row->dissector);
    copy->parameter = g_strdup(row->parameter);
    return copy;
}

static void
free_row(void *record)
{
    topic_row *row = (topic_row *)record;

    g_free(row->topic);
    g_free(row->dissector);
    g_free(row->parameter);
}

static kafka_pref_bool
check_row(void *record, char **error)
{
    topic_row *row = (topic_row *)record;

    g_strstrip(row->topic);
    g_strstrip(row->dissector);
    g_strstrip(row->parameter);
    if (!*row->topic) {
        *error = g_strdup("The topic is missing; * stands for all");
        return false;
    }
    if (*row->dissector && !find_dissector(row->dissector)) {
        *error = ws_strdup_printf("There is no dissector named \"%s\"", row->dissector);
        return false;
    }
    *error = NULL;
    return true;
}

void
kafka_register_guest_preferences(module_t *module)
{
    static uat_field_t columns[] = {
        UAT_FLD_CSTRING(topics, topic, "Topic", "Name of a topic, with * and ? for any characters"),
        UAT_FLD_VS(topics, part, "Part", parts, "The key or the value of its records"),
        UAT_FLD_VS(topics, header, "Registry header", headers, "What a schema registry's serializer put before it"),
        UAT_FLD_CSTRING(topics, dissector, "Dissector", "Name of the dissector: json, protobuf, ..."),
        UAT_FLD_CSTRING(topics, parameter, "Parameter", "Of protobuf: the full name of the message type"),
        UAT_END_FIELDS,
    };
    uat_t *table = uat_new("Kafka topics", sizeof(topic_row), "kafka_topics", true, &rows, &row_count,
                           UAT_AFFECTS_DISSECTION, NULL, copy_row, check_row, free_row, NULL, NULL, columns);

    prefs_register_uat_preference(module, "topics", "What is in records, by topic",
                                  "Which dissector gets the key or the value of a topic's records. The first row "
                                  "that matches counts",
                                  table);
    prefs_register_bool_preference(module, "json", "Show values that are JSON as such",
                                   "Whether a key or value that is a JSON object or array goes to Wireshark's "
                                   "dissector for JSON where no other is chosen for the topic",
                                   &offer_json);
    prefs_register_bool_preference(module, "xml", "Show values that are XML as such",
                                   "Whether a key or value that looks like XML goes to Wireshark's dissector for XML "
                                   "where no other is chosen for the topic",
                                   &offer_xml);
}

/* -------------------------------------------------------------------------------------------------------- Decode As */

static void
write_prompt(packet_info *pinfo, char *prompt)
{
    const char *topic = (const char *)p_get_proto_data(pinfo->pool, pinfo, proto_kafka, TOPIC_KEY);

    snprintf(prompt, MAX_DECODE_AS_PROMPT_LEN, "Values of topic %s as", topic ? topic : "?");
}

static void *
topic_of_packet(packet_info *pinfo)
{
    return p_get_proto_data(pinfo->pool, pinfo, proto_kafka, TOPIC_KEY);
}

static void
note_entry(const char *table _U_, ftenum_t type _U_, void *key _U_, void *value, void *found)
{
    if (dtbl_entry_get_handle((dtbl_entry_t *)value))
        *(bool *)found = true;
}

/* Decode As and Lua change the table between files only: each change makes Wireshark read the file again. */
static void
look_at_table(void)
{
    table_has_entries = false;
    dissector_table_foreach(TOPIC_TABLE, note_entry, &table_has_entries);
}

void
kafka_register_guest(int proto)
{
    static build_valid_func values[] = { topic_of_packet };
    static decode_as_value_t choices[] = { { write_prompt, 1, values } };
    static decode_as_t decode_as = {
        "kafka", TOPIC_TABLE, 1, 0, choices, NULL, NULL,
        decode_as_default_populate_list, decode_as_default_reset, decode_as_default_change, NULL,
    };

    topic_table = register_dissector_table(TOPIC_TABLE, "Kafka topic", proto, FT_STRING, false);
    register_decode_as(&decode_as);
    register_init_routine(look_at_table);
    kafka_register_registry(proto);
}

void
kafka_handoff_guest(void)
{
    for (unsigned i = 0; i < array_length(fixed_guests); i++)
        fixed_guests[i].proto = proto_get_id_by_filter_name(fixed_guests[i].filter);
    for (unsigned i = 0; i < array_length(formats); i++) {
        dissector_handle_t handle = find_dissector(formats[i]);
        if (handle)
            dissector_add_for_decode_as(TOPIC_TABLE, handle);
    }
}
