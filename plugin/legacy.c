/* legacy.c
 * The framing of Kafka 0.7, from before requests had versions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "legacy.h"

#include <epan/exceptions.h>

#include "compat.h"
#include "connection.h"
#include "direction.h"
#include "fields.h"
#include "info.h"
#include "links.h"
#include "legacy_fits.h"
#include "legacy_messages.h"
#include "messages.h"
#include "protocol.h"
#include "rest.h"
#include "reader_parts.h"
#include "takeover.h"

#define VERSION 0                       /* of all schemas of requests and responses */

static int hf_request_type = -1;        /* generated, in responses */

static hf_register_info legacy_fields[] = {
    { &hf_request_type,
      { "REQUEST_TYPE", "kafka.legacy.request_type", FT_INT16, BASE_DEC | BASE_EXT_STRING,
        &kafka_legacy_request_type_values, 0, "What is asked for", HFILL } },
};

/* A message while it is read; the context of its reader. */
typedef struct {
    kafka_reader reader;
    proto_tree *tree;
    kafka_exchange *exchange;           /* NULL: a response without its request, or too short to tell */
    bool is_request;
    bool remember;                      /* is it a request that is seen for the first time? */
    bool show_part;                     /* in a set: is it known what it answers? */
    kafka_legacy_part part;             /* the request, or the part of it that is read or answered now */
    kafka_info info;
    const char *what;                   /* what the Info column begins with */
} message;

/* ---------------------------------------------------------------------------------------------- what was asked for */

/* Each topic in a request begins a part of it. */
static void
begin_part(message *m, const kafka_value *value)
{
    packet_info *pinfo = m->reader.pinfo;

    m->part = (kafka_legacy_part){ .offset = KAFKA_NO_OFFSET };
    m->part.topic = (const char *)tvb_get_string_enc(m->remember ? wmem_file_scope() : pinfo->pool, m->reader.tvb,
                                                     (int)value->offset, MAX(value->length, 0), ENC_UTF_8);
    if (m->remember) {
        if (!m->exchange->legacy_parts)
            m->exchange->legacy_parts = wmem_array_new(wmem_file_scope(), sizeof m->part);
        wmem_array_append_one(m->exchange->legacy_parts, m->part);
    }
}

static void
note_part(message *m, kafka_role role, int64_t number)
{
    kafka_legacy_part *kept = NULL;

    if (m->remember && m->exchange->legacy_parts)
        kept = (kafka_legacy_part *)wmem_array_index(m->exchange->legacy_parts,
                                                     wmem_array_get_count(m->exchange->legacy_parts) - 1);
    if (role == KAFKA_PARTITION)
        m->part.partition = (int32_t)number;
    else
        m->part.offset = number;
    if (kept)
        *kept = m->part;
}

/* The part of the request that part number `index` of the response answers; false if that is not known. */
static bool
take_part(message *m, unsigned index)
{
    wmem_array_t *parts = m->exchange ? m->exchange->legacy_parts : NULL;

    m->part = (kafka_legacy_part){ .offset = KAFKA_NO_OFFSET };
    if (!parts || index >= wmem_array_get_count(parts))
        return false;
    m->part = *(const kafka_legacy_part *)wmem_array_index(parts, index);
    return true;
}

static void
show_part(message *m, proto_tree *tree, uint32_t offset)
{
    proto_item_set_generated(proto_tree_add_string(tree, **kafka_role_aliases[KAFKA_TOPIC_NAME], m->reader.tvb,
                                                   (int)offset, 0, m->part.topic));
    proto_item_set_generated(proto_tree_add_int(tree, **kafka_role_aliases[KAFKA_PARTITION], m->reader.tvb, (int)offset,
                                                0, m->part.partition));
}

/* ------------------------------------------------------------------------------------------------------------ roles */

static void
show_sets(message *m, proto_tree *tree, const kafka_value *value)
{
    kafka_reader r = m->reader;

    r.offset = value->offset;
    r.end = value->offset + (uint32_t)value->length;
    for (unsigned i = 0; left(&r) > 0; i++) {
        kafka_reader set = r;
        proto_item *item;

        if (!kafka_legacy_limit(&r, &set) || kafka_tree_is_full(tree)) {
            kafka_add_note(tree, r.pinfo, r.tvb, r.offset, 0, KAFKA_TRUNCATED,
                           "A set of messages goes on behind the end of the response");
            kafka_show_undecoded(&r, tree, r.offset, r.end);
            return;
        }
        m->show_part = take_part(m, i);
        kafka_legacy_read_part(&set, tree, &kafka_legacy_message_set, VERSION, &item);
        if (is_visible(tree))
            proto_item_append_text(item, "[%u]", i);
        r.offset = set.offset;
    }
}

static void
show_messages(message *m, proto_tree *tree, const kafka_value *value)
{
    const kafka_legacy_origin origin = {
        .topic = m->part.topic,
        .offset = m->is_request ? KAFKA_NO_OFFSET : m->part.offset,
        .may_be_cut = !m->is_request,
    };

    kafka_legacy_show_messages(&m->reader, tree, value, &origin);
}

static void
note_role(kafka_reader *r, proto_tree *tree, kafka_role role, const kafka_value *value)
{
    message *m = (message *)r->context;

    switch (role) {
    case KAFKA_TOPIC_NAME:
        begin_part(m, value);
        break;
    case KAFKA_PARTITION:
    case KAFKA_OFFSET:
        if (m->is_request)
            note_part(m, role, value->number);
        break;
    case KAFKA_ERROR_CODE:
        if (value->number != 0)
            kafka_mark(value->item, r->pinfo, KAFKA_ERROR_IN_RESPONSE, "%s",
                       val_to_str_ext_const((uint32_t)value->number, &kafka_legacy_error_values, "Unknown error code"));
        if (m->show_part && tree)
            show_part(m, tree, value->offset);
        break;
    case KAFKA_LEGACY_MESSAGES:
        show_messages(m, tree, value);
        break;
    case KAFKA_LEGACY_SETS:
        show_sets(m, value->item ? proto_item_add_subtree(value->item, ett_kafka_array) : tree, value);
        break;
    default:
        break;
    }
    kafka_info_note(&m->info, role, value);
}

/* ---------------------------------------------------------------------------------------------- parts of a message */

static const char *
label_of(const kafka_message *known)
{
    return kafka_name_of(*known->hf);
}

static const kafka_api *
api_of(int16_t type)
{
    return type >= 0 && (unsigned)type < kafka_legacy_api_count ? &kafka_legacy_apis[type] : NULL;
}

/* Reads all fields of a header or body into an item of its own; what is left stays for the caller. */
static void
read_fields(message *m, const kafka_message *known)
{
    kafka_reader *r = &m->reader;

    if (r->failure != KAFKA_FINE)
        return;
    r->version = VERSION;
    r->flexible = false;
    open_item open = kafka_open_struct(r, m->tree, *known->hf, *known->ett);
    known->dissect(r, open.tree);
    kafka_close_item(r, &open);
}

/* --------------------------------------------------------------------------------------------- requests, responses */

static void
show_request(message *m, kafka_connection *connection, unsigned ordinal)
{
    kafka_reader *r = &m->reader;

    if (r->end < KAFKA_LEGACY_HEADER) {
        m->what = "Request";
        read_fields(m, &kafka_legacy_request_header);
        kafka_show_rest(&m->reader, m->tree);
        return;
    }

    int16_t type = tvb_get_ntohis(r->tvb, KAFKA_LEGACY_TYPE_OFFSET);
    const kafka_api *api = api_of(type);

    m->what = api ? label_of(api->request) : wmem_strdup_printf(r->pinfo->pool, "Unknown request type %d", type);
    m->exchange = kafka_request_seen(connection, r->pinfo, ordinal, type, VERSION, 0);
    m->exchange->no_response = api && !api->response;
    m->remember = !PINFO_FD_VISITED(r->pinfo) && !m->exchange->no_response;
    read_fields(m, &kafka_legacy_request_header);
    kafka_show_frame_link(m->tree, m->reader.tvb, hf_kafka_response_frame, m->exchange->response_frame);
    if (!api) {
        kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_UNKNOWN_API, "Request type %d is not known",
                       type);
        kafka_show_undecoded(r, m->tree, r->offset, r->end);
        return;
    }
    read_fields(m, api->request);
    kafka_show_rest(&m->reader, m->tree);
    if (m->exchange->no_response)
        proto_item_set_generated(proto_tree_add_boolean(m->tree, hf_kafka_no_response, r->tvb, 0, 0, true));
}

/* A response of which no request is known; `api` is the only one that it fits, or NULL. */
static void
show_stray_response(message *m)
{
    kafka_reader *r = &m->reader;
    const kafka_api *api = kafka_legacy_api_of_response(r->tvb, r->pinfo);

    if (r->failure == KAFKA_FINE)
        kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_NO_REQUEST, "The request is not in this capture");
    if (api) {
        m->what = label_of(api->response);
        read_fields(m, api->response);
    } else if (r->failure == KAFKA_FINE)
        kafka_show_undecoded(r, m->tree, r->offset, r->end);
    else
        kafka_show_rest(&m->reader, m->tree);
}

/* "FETCH Response (test)" */
static const char *
response_label(message *m, const kafka_api *api)
{
    wmem_strbuf_t *label = wmem_strbuf_new(m->reader.pinfo->pool, label_of(api->response));

    for (unsigned i = 0; take_part(m, i); i++) {
        if (i == KAFKA_INFO_NAMES) {
            wmem_strbuf_append_printf(label, " +%u", wmem_array_get_count(m->exchange->legacy_parts) - i);
            break;
        }
        wmem_strbuf_append_printf(label, "%s%s", i > 0 ? ", " : " (", m->part.topic);
    }
    if (take_part(m, 0))
        wmem_strbuf_append_c(label, ')');
    return wmem_strbuf_get_str(label);
}

static void
show_response(message *m, kafka_connection *connection, unsigned ordinal)
{
    kafka_reader *r = &m->reader;

    if (r->end >= KAFKA_LEGACY_HEADER)
        m->exchange = kafka_response_seen(connection, r->pinfo, ordinal, 0);
    m->what = "Response without a request";
    if (!m->exchange) {
        read_fields(m, &kafka_legacy_response_header);
        show_stray_response(m);
        return;
    }

    const kafka_api *api = api_of(m->exchange->api_key);
    m->what = api && api->response ? response_label(m, api) : "Response to an unknown request";
    read_fields(m, &kafka_legacy_response_header);
    proto_item_set_generated(proto_tree_add_int(m->tree, hf_request_type, r->tvb, 0, 0, m->exchange->api_key));
    kafka_show_frame_link(m->tree, m->reader.tvb, hf_kafka_request_frame, m->exchange->request_frame);
    kafka_show_time(m->tree, m->reader.tvb, m->reader.pinfo, m->exchange);
    if (!api || !api->response) {
        kafka_show_undecoded(r, m->tree, r->offset, r->end);
        return;
    }
    if (take_part(m, 0) && m->tree && api->response != &kafka_legacy_multifetch_response)
        show_part(m, m->tree, 0);
    /* An error code may be all there is. */
    if (left(r) > 0 || m->info.error_count == 0)
        read_fields(m, api->response);
    kafka_show_rest(&m->reader, m->tree);
}

static void
show_message(message *m, kafka_connection *connection, unsigned ordinal)
{
    kafka_reader *r = &m->reader;
    int32_t size = tvb_get_ntohil(r->tvb, 0);

    if ((uint32_t)size != r->end - KAFKA_LEGACY_LENGTH) {       /* that is how kafka_dissect_stream shows such a size */
        m->what = "Message of an impossible size";
        kafka_int32(r, m->tree, hf_kafka_size, KAFKA_NO_ROLE);
        kafka_add_note(m->tree, r->pinfo, r->tvb, 0, 0, KAFKA_BAD_SIZE,
                       "Size %d is negative or larger than the preference allows", size);
        kafka_show_undecoded(r, m->tree, KAFKA_LEGACY_LENGTH, r->end);
        return;
    }
    if (m->tree)
        proto_item_set_hidden(proto_tree_add_item(m->tree, hf_kafka_size, r->tvb, 0, KAFKA_LEGACY_LENGTH,
                                                  ENC_BIG_ENDIAN));
    if (m->is_request)
        show_request(m, connection, ordinal);
    else
        show_response(m, connection, ordinal);
}

static void
show_what(message *m)
{
    proto_item_append_text(m->tree, " 0.7, %s", m->what);
    kafka_info_show(m->reader.pinfo, m->reader.tvb, &m->info, m->what);
}

/* As kafka_goes_to_server, with the requests of this framing. */
static bool
goes_to_server(kafka_connection *connection, tvbuff_t *tvb, packet_info *pinfo)
{
    if (!connection->sure_of_server && !PINFO_FD_VISITED(pinfo) && kafka_legacy_request_fits(tvb, pinfo)) {
        kafka_set_server(connection, pinfo, true);
        connection->sure_of_server = true;
    }
    return kafka_goes_to_server(connection, tvb, pinfo, 0);
}

int
kafka_legacy_dissect_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    kafka_connection *connection = kafka_connection_of(pinfo);
    unsigned ordinal = kafka_next_ordinal(pinfo);
    message m = { .part = { .offset = KAFKA_NO_OFFSET }, .what = "Message" };

    kafka_reader_init(&m.reader, tvb, pinfo);
    m.reader.listener = note_role;
    m.reader.context = &m;
    m.info.error_values = &kafka_legacy_error_values;
    m.is_request = goes_to_server(connection, tvb, pinfo);

    if (proto_field_is_referenced(tree, proto_kafka))
        m.tree = proto_item_add_subtree(proto_tree_add_item(tree, proto_kafka, tvb, 0, -1, ENC_NA), ett_kafka);
    TRY {                               /* a capture may hold less of a message */
        show_message(&m, connection, ordinal);
    }
    FINALLY {
        show_what(&m);
    }
    ENDTRY;
    return (int)tvb_captured_length(tvb);
}

void
kafka_legacy_register(int proto)
{
    kafka_adopt_fields(proto, legacy_fields, array_length(legacy_fields));
    kafka_legacy_register_messages(proto);
}
