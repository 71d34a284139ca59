/* message.c
 * Shows one message: its size, its header, its body
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "message.h"

#include "compat.h"
#include "connection.h"
#include "fields.h"
#include "info.h"
#include "messages.h"
#include "protocol.h"

#define UNKNOWN_API_HEADER 1            /* of a request whose API is not known: it has all that every later version begins with */
#define REQUEST_FIXED 8                 /* octets of a request's header up to the correlation id */
#define RESPONSE_FIXED 4

unsigned kafka_max_size = 100 * 1024 * 1024;    /* a broker's default of socket.request.max.bytes */

/* What is known of a message while it is read; the context of its reader. */
typedef struct {
    kafka_reader reader;
    proto_tree *tree;
    kafka_exchange *exchange;           /* NULL: a response without its request, or too short to tell */
    bool is_request;
    kafka_info info;
} message;

/* ------------------------------------------------------------------------------------------------- what is known */

static const kafka_api *
api_of(int16_t key)
{
    return key >= 0 && (unsigned)key < kafka_api_count && kafka_apis[key].name ? &kafka_apis[key] : NULL;
}

static bool
has_version(const kafka_message *known, int16_t version)
{
    return version >= known->versions.first && version <= known->versions.last;
}

static int16_t
header_version(const kafka_message *known, int16_t version)
{
    int16_t header = known->headers[0].header;

    for (unsigned i = 1; i < known->header_count && known->headers[i].from <= version; i++)
        header = known->headers[i].header;
    return header;
}

static bool
impossible_size(int32_t size)
{
    return size < 0 || (uint32_t)size > kafka_max_size;
}

/* Is this a whole request that decodes to its last octet? */
static bool
fits_request(tvbuff_t *tvb, packet_info *pinfo)
{
    kafka_reader r;

    kafka_reader_init(&r, tvb, pinfo);
    if (r.captured < r.end || r.end < KAFKA_SIZE_LENGTH + REQUEST_FIXED)
        return false;

    const kafka_api *api = api_of(tvb_get_ntohis(tvb, KAFKA_SIZE_LENGTH));
    int16_t version = tvb_get_ntohis(tvb, KAFKA_SIZE_LENGTH + 2);
    if (!api || !has_version(api->request, version))
        return false;
    r.quiet = true;
    r.offset = KAFKA_SIZE_LENGTH;
    kafka_read_message(&r, NULL, &kafka_request_header, header_version(api->request, version));
    return r.failure == KAFKA_FINE && kafka_fits(tvb, pinfo, r.offset, api->request, version);
}

/* The first message of a connection tells who is the server: by what it says, or else by the port that led here. */
static bool
goes_to_server(kafka_connection *connection, tvbuff_t *tvb, packet_info *pinfo)
{
    if (!connection->has_server) {
        bool to_port = pinfo->destport == pinfo->match_uint && pinfo->srcport != pinfo->match_uint;
        kafka_set_server(connection, pinfo, to_port || fits_request(tvb, pinfo));
    }
    return kafka_to_server(connection, pinfo);
}

/* -------------------------------------------------------------------------------------------------------- roles */

static void
note_role(kafka_reader *r, proto_tree *tree _U_, kafka_role role, const kafka_value *value)
{
    message *m = (message *)r->context;

    if (role == KAFKA_ACKS && m->is_request && value->number == 0)
        m->exchange->no_response = true;
    if (role == KAFKA_ERROR_CODE && value->number != 0)
        kafka_mark(value->item, r->pinfo, KAFKA_ERROR_IN_RESPONSE, "%s",
                   val_to_str_const((uint32_t)value->number, kafka_error_values, "Unknown error code"));
    kafka_info_note(&m->info, role, value);
}

/* ------------------------------------------------------------------------------------------------ parts of a message */

static void
show_undecoded(message *m, uint32_t offset)
{
    uint32_t end = tvb_reported_length(m->reader.tvb);

    if (offset < end)
        proto_tree_add_item(m->tree, hf_kafka_undecoded, m->reader.tvb, (int)offset, (int)(end - offset), ENC_NA);
}

/* What is behind the last field that was read, if anything. */
static void
show_rest(message *m)
{
    kafka_reader *r = &m->reader;

    if (r->failure != KAFKA_FINE) {
        show_undecoded(m, r->failure_offset);
    } else if (r->offset < r->end) {
        kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_TRAILING,
                       "%u octets left behind the last field", r->end - r->offset);
        show_undecoded(m, r->offset);
    }
}

/*
 * The version that a body is in: the header's, or that in which a broker says that
 * it does not know the header's (KIP-511). Negative if none is known.
 */
static int16_t
body_version(const kafka_reader *r, const kafka_message *body, int16_t version)
{
    bool known = has_version(body, version);

    if (body->fallback >= 0 && version != body->fallback &&
        !(known && kafka_fits(r->tvb, r->pinfo, r->offset, body, version)) &&
        kafka_fits(r->tvb, r->pinfo, r->offset, body, body->fallback))
        return body->fallback;
    return known ? version : -1;
}

static void
show_body(message *m, const kafka_api *api, int16_t version)
{
    kafka_reader *r = &m->reader;
    const kafka_message *body = m->is_request ? api->request : api->response;

    if (r->failure != KAFKA_FINE) {
        show_rest(m);
        return;
    }

    int16_t known = body_version(r, body, version);
    if (known < 0) {
        kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_UNKNOWN_VERSION,
                       "%s v%d is not known (only %d to %d)", api->name, version, body->versions.first,
                       body->versions.last);
        show_undecoded(m, r->offset);
        return;
    }
    if (known != version)
        kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_FALLBACK,
                       "The broker does not know %s v%d and answers in v%d", api->name, version, known);
    kafka_read_message(r, m->tree, body, known);
    show_rest(m);
}

static void
show_time(message *m)
{
    packet_info *pinfo = m->reader.pinfo;
    nstime_t delta;

    nstime_delta(&delta, &pinfo->abs_ts, &m->exchange->request_time);
    proto_item_set_generated(proto_tree_add_time(m->tree, hf_kafka_time, m->reader.tvb, 0, 0, &delta));
}

/* The API and the version under the names that the built-in has for requests or for responses alone. */
static void
show_aliases(message *m, int hf_key, int hf_version, uint32_t offset, uint32_t length)
{
    kafka_alias(m->tree, hf_key, m->reader.tvb, &(kafka_value){ offset, (int32_t)length, m->exchange->api_key, NULL });
    kafka_alias(m->tree, hf_version, m->reader.tvb,
                &(kafka_value){ offset + length, (int32_t)length, m->exchange->api_version, NULL });
}

static void
show_frame_link(message *m, int hf, uint32_t frame)
{
    if (frame != 0)
        proto_item_set_generated(proto_tree_add_uint(m->tree, hf, m->reader.tvb, 0, 0, frame));
}

/* --------------------------------------------------------------------------------------------- requests, responses */

/* Returns what the Info column begins with. */
static const char *
show_request(message *m, kafka_connection *connection, unsigned ordinal)
{
    kafka_reader *r = &m->reader;

    if (r->end < KAFKA_SIZE_LENGTH + REQUEST_FIXED) {
        kafka_read_message(r, m->tree, &kafka_request_header, UNKNOWN_API_HEADER);
        show_rest(m);
        return "Request";
    }

    int16_t key = tvb_get_ntohis(r->tvb, KAFKA_SIZE_LENGTH);
    int16_t version = tvb_get_ntohis(r->tvb, KAFKA_SIZE_LENGTH + 2);
    int32_t correlation_id = tvb_get_ntohil(r->tvb, KAFKA_SIZE_LENGTH + 4);
    const kafka_api *api = api_of(key);

    m->exchange = kafka_request_seen(connection, r->pinfo, ordinal, key, version, correlation_id);
    kafka_read_message(r, m->tree, &kafka_request_header,
                       api ? header_version(api->request, version) : UNKNOWN_API_HEADER);
    show_aliases(m, hf_kafka_request_key, hf_kafka_request_version, KAFKA_SIZE_LENGTH, sizeof key);
    show_frame_link(m, hf_kafka_response_frame, m->exchange->response_frame);
    if (api) {
        show_body(m, api, version);
    } else {
        kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_UNKNOWN_API,
                       "API key %d is not known", key);
        show_undecoded(m, r->offset);
    }
    if (m->exchange->no_response)
        proto_item_set_generated(proto_tree_add_boolean(m->tree, hf_kafka_no_response, r->tvb, 0, 0, true));
    return api ? wmem_strdup_printf(r->pinfo->pool, "%s v%d Request", api->name, version)
               : wmem_strdup_printf(r->pinfo->pool, "Unknown API %d v%d Request", key, version);
}

static const char *
show_response(message *m, kafka_connection *connection, unsigned ordinal)
{
    kafka_reader *r = &m->reader;

    if (r->end >= KAFKA_SIZE_LENGTH + RESPONSE_FIXED)
        m->exchange = kafka_response_seen(connection, r->pinfo, ordinal, tvb_get_ntohil(r->tvb, KAFKA_SIZE_LENGTH));

    const kafka_api *api = m->exchange ? api_of(m->exchange->api_key) : NULL;
    int16_t version = m->exchange ? m->exchange->api_version : 0;

    kafka_read_message(r, m->tree, &kafka_response_header, api ? header_version(api->response, version) : 0);
    if (!m->exchange) {
        if (r->failure == KAFKA_FINE) {
            kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_NO_REQUEST,
                           "The request is not in this capture");
            show_undecoded(m, r->offset);
        } else
            show_rest(m);
        return "Response without a request";
    }
    proto_item_set_generated(
        proto_tree_add_int(m->tree, hf_kafka_api_key, r->tvb, 0, 0, m->exchange->api_key));
    proto_item_set_generated(proto_tree_add_int(m->tree, hf_kafka_api_version, r->tvb, 0, 0, version));
    show_aliases(m, hf_kafka_response_key, hf_kafka_response_version, 0, 0);
    show_frame_link(m, hf_kafka_request_frame, m->exchange->request_frame);
    show_time(m);
    if (!api) {
        kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_UNKNOWN_API,
                       "API key %d is not known", m->exchange->api_key);
        show_undecoded(m, r->offset);
        return wmem_strdup_printf(r->pinfo->pool, "Unknown API %d v%d Response", m->exchange->api_key, version);
    }
    show_body(m, api, version);
    return wmem_strdup_printf(r->pinfo->pool, "%s v%d Response", api->name, version);
}

/* ------------------------------------------------------------------------------------------------------- messages */

unsigned
kafka_message_length(packet_info *pinfo _U_, tvbuff_t *tvb, int offset, void *data _U_)
{
    int32_t size = tvb_get_ntohil(tvb, offset);

    if (impossible_size(size))
        return (unsigned)tvb_reported_length_remaining(tvb, offset);
    return KAFKA_SIZE_LENGTH + (unsigned)size;
}

static void
show_size(message *m, tvbuff_t *tvb)
{
    proto_tree *frame = proto_tree_add_subtree(m->tree, tvb, 0, KAFKA_SIZE_LENGTH, ett_kafka_frame, NULL, "Frame");

    kafka_int32(&m->reader, frame, hf_kafka_size, KAFKA_NO_ROLE);
}

int
kafka_dissect_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    kafka_connection *connection = kafka_connection_of(pinfo);
    unsigned ordinal = kafka_next_ordinal(pinfo);
    message m = { .tree = NULL };

    kafka_reader_init(&m.reader, tvb, pinfo);
    m.reader.listener = note_role;
    m.reader.context = &m;
    m.is_request = goes_to_server(connection, tvb, pinfo);

    if (proto_field_is_referenced(tree, proto_kafka))
        m.tree = proto_item_add_subtree(proto_tree_add_item(tree, proto_kafka, tvb, 0, -1, ENC_NA), ett_kafka);
    show_size(&m, tvb);

    const char *what;
    if (impossible_size(tvb_get_ntohil(tvb, 0))) {
        kafka_add_note(m.tree, pinfo, tvb, 0, 0, KAFKA_BAD_SIZE,
                       "Size %d is negative or larger than the %u octets that the preference allows",
                       tvb_get_ntohil(tvb, 0), kafka_max_size);
        show_undecoded(&m, KAFKA_SIZE_LENGTH);
        what = "Message of an impossible size";
    } else
        what = m.is_request ? show_request(&m, connection, ordinal) : show_response(&m, connection, ordinal);
    proto_item_append_text(m.tree, ", %s", what);
    kafka_info_show(pinfo, tvb, &m.info, what);
    return (int)tvb_captured_length(tvb);
}
