/* message.c
 * Shows one message: its size, its header, its body
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "message.h"

#include <epan/exceptions.h>
#include <wsutil/str_util.h>

#include "aliases.h"
#include "apis.h"
#include "compat.h"
#include "direction.h"
#include "fields.h"
#include "format.h"
#include "guest.h"
#include "legacy.h"
#include "links.h"
#include "message_parts.h"
#include "protocol.h"
#include "rest.h"
#include "stream.h"
#include "trial.h"

#define UNKNOWN_API_HEADER 1            /* of a request of an unknown API: every later version begins so */

unsigned kafka_max_size = 100 * 1024 * 1024;    /* a broker's default of socket.request.max.bytes */

/* ----------------------------------------------------------------------------------------------- parts of a message */

/*
 * The version that a body is in: the header's, or that in which a broker says that
 * it does not know the header's (KIP-511). Negative if none is known.
 */
static int16_t
body_version(const kafka_reader *r, const kafka_message *body, int16_t version)
{
    bool known = kafka_has_version(body, version);

    if (body->fallback >= 0 && version != body->fallback &&
        !(known && kafka_fits(r->tvb, r->pinfo, r->offset, body, version)) &&
        kafka_fits(r->tvb, r->pinfo, r->offset, body, body->fallback))
        return body->fallback;
    return known ? version : -1;
}

static void
show_body(kafka_dissection *m, const kafka_api *api, int16_t version)
{
    kafka_reader *r = &m->reader;
    const kafka_message *body = m->is_request ? api->request : api->response;

    if (r->failure != KAFKA_FINE) {
        kafka_show_rest(&m->reader, m->tree);
        return;
    }

    int16_t known = body_version(r, body, version);
    if (known < 0) {
        kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_UNKNOWN_VERSION,
                       "%s v%d is not known (only %d to %d)", api->name, version, body->versions.first,
                       body->versions.last);
        kafka_show_undecoded(&m->reader, m->tree, r->offset, tvb_reported_length(m->reader.tvb));
        return;
    }
    if (known != version)
        kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_FALLBACK,
                       "The broker does not know %s v%d and answers in v%d", api->name, version, known);
    kafka_read_message(r, m->tree, body, known);
    kafka_show_rest(&m->reader, m->tree);
}

/* The API and the version under the names that the built-in has for requests or for responses alone. */
static void
show_aliases(kafka_dissection *m, int hf_key, int hf_version, uint32_t offset, uint32_t length)
{
    kafka_alias(m->tree, hf_key, m->reader.tvb, &(kafka_value){ offset, (int32_t)length, m->exchange->api_key, NULL });
    kafka_alias(m->tree, hf_version, m->reader.tvb,
                &(kafka_value){ offset + length, (int32_t)length, m->exchange->api_version, NULL });
}

/* --------------------------------------------------------------------------------------------- requests, responses */

/* Does anybody see what the message is: in the Info column, or in the tree? */
static bool
is_seen(const kafka_dissection *m)
{
    return (m->tree && PTREE_DATA(m->tree)->visible) || col_get_writable(m->reader.pinfo->cinfo, COL_INFO);
}

/* The API's name, or its number if it is not known. */
static const char *
name_of(kafka_dissection *m, const kafka_api *api)
{
    return api ? api->name : wmem_strdup_printf(m->reader.pinfo->pool, "Unknown API %d", m->exchange->api_key);
}

static void
say_what(kafka_dissection *m, const kafka_api *api)
{
    if (!is_seen(m))
        return;
    char version[KAFKA_TIME_TEXT];
    kafka_put_number(version, m->exchange->api_version);
    m->what = wmem_strconcat(m->reader.pinfo->pool, name_of(m, api), " v", version,
                             m->is_request ? " Request" : " Response", NULL);
}

/* What a request or response belongs to, below its header. */
static void
show_links(kafka_dissection *m)
{
    kafka_reader *r = &m->reader;
    kafka_exchange *exchange = m->exchange;

    if (!exchange)
        return;
    if (m->is_request) {
        show_aliases(m, hf_kafka_request_key, hf_kafka_request_version, KAFKA_SIZE_LENGTH, sizeof exchange->api_key);
        kafka_show_frame_link(m->tree, m->reader.tvb, hf_kafka_response_frame, exchange->response_frame);
        if (exchange->first_of_api)
            kafka_show_offer(m->tree, r->tvb, exchange->offer, exchange->api_key);
        return;
    }
    proto_item_set_generated(proto_tree_add_int(m->tree, hf_kafka_api_key, r->tvb, 0, 0, exchange->api_key));
    proto_item_set_generated(proto_tree_add_int(m->tree, hf_kafka_api_version, r->tvb, 0, 0, exchange->api_version));
    show_aliases(m, hf_kafka_response_key, hf_kafka_response_version, 0, 0);
    if (exchange->request_frame != 0) {
        kafka_show_frame_link(m->tree, m->reader.tvb, hf_kafka_request_frame, exchange->request_frame);
        kafka_show_time(m->tree, m->reader.tvb, m->reader.pinfo, m->exchange);
    } else {
        kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_NO_REQUEST,
                       "The request is not in this capture; no other API and version than these fit");
    }
}

/* The links do not go by the board if the capture ends within the header. */
static void
show_header(kafka_dissection *m, const kafka_message *header, int16_t version)
{
    kafka_reader *r = &m->reader;

    m->embedded.exchange = m->exchange;
    m->embedded.is_request = m->is_request;
    if (r->captured == r->end) {
        kafka_read_message(r, m->tree, header, version);
        show_links(m);
        return;
    }
    TRY {
        kafka_read_message(r, m->tree, header, version);
    }
    FINALLY {
        show_links(m);
    }
    ENDTRY;
}

static void
show_unknown_api(kafka_dissection *m)
{
    kafka_reader *r = &m->reader;

    kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_UNKNOWN_API, "API key %d is not known",
                   m->exchange->api_key);
    kafka_show_undecoded(&m->reader, m->tree, r->offset, tvb_reported_length(m->reader.tvb));
}

static void
show_request(kafka_dissection *m)
{
    kafka_reader *r = &m->reader;

    m->what = "Request";
    if (r->end < KAFKA_SIZE_LENGTH + KAFKA_REQUEST_FIXED) {
        kafka_read_message(r, m->tree, &kafka_request_header, UNKNOWN_API_HEADER);
        kafka_show_rest(&m->reader, m->tree);
        return;
    }

    int16_t key = tvb_get_ntohis(r->tvb, KAFKA_SIZE_LENGTH);
    int16_t version = tvb_get_ntohis(r->tvb, KAFKA_SIZE_LENGTH + 2);
    int32_t correlation_id = tvb_get_ntohil(r->tvb, KAFKA_SIZE_LENGTH + 4);
    const kafka_api *api = kafka_api_of(key);

    m->exchange = kafka_request_seen(m->connection, r->pinfo, m->ordinal, key, version, correlation_id);
    say_what(m, api);
    show_header(m, &kafka_request_header, api ? kafka_header_of(api->request, version) : UNKNOWN_API_HEADER);
    kafka_check_offer(m->tree, r->pinfo, r->tvb, m->exchange->offer, key, version);
    if (api)
        show_body(m, api, version);
    else
        show_unknown_api(m);
    if (m->exchange->no_response)
        proto_item_set_generated(proto_tree_add_boolean(m->tree, hf_kafka_no_response, r->tvb, 0, 0, true));
}

/* What the response answers: a request that was seen, or what a trial says is the only one possible. */
static void
find_request(kafka_dissection *m)
{
    kafka_reader *r = &m->reader;
    int16_t key, version;

    if (r->end < KAFKA_SIZE_LENGTH + KAFKA_RESPONSE_FIXED)
        return;

    int32_t correlation_id = tvb_get_ntohil(r->tvb, KAFKA_SIZE_LENGTH);
    m->exchange = kafka_response_seen(m->connection, r->pinfo, m->ordinal, correlation_id);
    if (!m->exchange && !PINFO_FD_VISITED(r->pinfo) && kafka_guess_response(r->tvb, r->pinfo, 0, &key, &version))
        m->exchange = kafka_response_guessed(r->pinfo, m->ordinal, key, version, correlation_id);
}

static void
show_response_alone(kafka_dissection *m)
{
    kafka_reader *r = &m->reader;

    if (r->failure != KAFKA_FINE) {
        kafka_show_rest(&m->reader, m->tree);
        return;
    }
    kafka_add_note(m->tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_NO_REQUEST, "The request is not in this capture");
    kafka_show_undecoded(&m->reader, m->tree, r->offset, tvb_reported_length(m->reader.tvb));
}

static void
show_response(kafka_dissection *m)
{
    m->what = "Response without a request";
    find_request(m);

    const kafka_api *api = m->exchange ? kafka_api_of(m->exchange->api_key) : NULL;
    if (m->exchange)
        say_what(m, api);
    show_header(m, &kafka_response_header, api ? kafka_header_of(api->response, m->exchange->api_version) : 0);
    if (!m->exchange) {
        show_response_alone(m);
        return;
    }
    if (api)
        show_body(m, api, m->exchange->api_version);
    else
        show_unknown_api(m);
    if (m->offer && !m->has_error)
        m->connection->offer = m->offer;
}

/* ------------------------------------------------------------------------------------------------------- messages */

static void
show_size(kafka_dissection *m)
{
    proto_tree *frame = proto_tree_add_subtree(m->tree, m->reader.tvb, 0, KAFKA_SIZE_LENGTH, ett_kafka_frame, NULL,
                                               "Frame");

    kafka_int32(&m->reader, frame, hf_kafka_size, KAFKA_NO_ROLE);
}

static void
show_bad_size(kafka_dissection *m, int32_t size)
{
    kafka_add_note(m->tree, m->reader.pinfo, m->reader.tvb, 0, 0, KAFKA_BAD_SIZE,
                   "Size %d is negative or larger than the %u octets that the preference allows", size, kafka_max_size);
    kafka_show_undecoded(&m->reader, m->tree, KAFKA_SIZE_LENGTH, tvb_reported_length(m->reader.tvb));
    m->what = "Message of an impossible size";
}

/* Is the message a token of SASL, as it is? */
static bool
is_token(kafka_dissection *m)
{
    const kafka_reader *r = &m->reader;
    const kafka_exchange *exchange = kafka_exchange_of(r->pinfo, m->ordinal);

    if (exchange || PINFO_FD_VISITED(r->pinfo))
        return exchange && exchange->sasl && exchange->sasl->raw;
    return r->captured > KAFKA_SIZE_LENGTH - 1 && r->captured == r->end &&
           kafka_sasl_expects_token(m->connection, m->is_request, r->data + KAFKA_SIZE_LENGTH,
                                    r->end - KAFKA_SIZE_LENGTH);
}

static void
show_token(kafka_dissection *m)
{
    kafka_reader *r = &m->reader;
    kafka_value value = { .offset = r->offset, .length = (int32_t)(r->end - r->offset) };

    m->exchange = kafka_sasl_token_seen(m->connection, r->pinfo, m->ordinal, m->is_request);
    m->what = m->is_request ? "SASL token" : "SASL answer";
    if (m->is_request) {
        kafka_show_frame_link(m->tree, m->reader.tvb, hf_kafka_response_frame, m->exchange->response_frame);
    } else {
        kafka_show_frame_link(m->tree, m->reader.tvb, hf_kafka_request_frame, m->exchange->request_frame);
        kafka_show_time(m->tree, m->reader.tvb, m->reader.pinfo, m->exchange);
    }
    value.item = proto_tree_add_item(m->tree, hf_kafka_sasl_token, r->tvb, (int)value.offset, value.length, ENC_NA);
    if (value.length == 0)
        proto_item_set_text(value.item, "Token: (empty)");
    m->info.remark = kafka_sasl_show_token(m->connection, m->exchange, r, m->is_request, &value);
}

static void
show_message(kafka_dissection *m)
{
    int32_t size = tvb_get_ntohil(m->reader.tvb, 0);

    show_size(m);
    if (kafka_impossible_size(size))
        show_bad_size(m, size);
    else if (is_token(m))
        show_token(m);
    else if (m->is_request)
        show_request(m);
    else
        show_response(m);
}

static void
show_what(kafka_dissection *m)
{
    if (m->tree && PTREE_DATA(m->tree)->visible)
        proto_item_set_text(m->tree, "Kafka, %s", m->what);
    kafka_info_show(m->reader.pinfo, m->reader.tvb, &m->info, m->what);
}

/* Which framing a connection has is told by the first of its messages that fits one of them. */
static bool
is_legacy(kafka_connection *connection, tvbuff_t *tvb, packet_info *pinfo)
{
    if (connection->framing == KAFKA_FRAMING_UNKNOWN) {
        if (kafka_fit_request(tvb, pinfo, 0) != KAFKA_FITS_NOT)
            connection->framing = KAFKA_FRAMING_MODERN;
        else if (kafka_legacy_request_fits(tvb, pinfo) || kafka_legacy_response_fits(tvb, pinfo))
            connection->framing = KAFKA_FRAMING_LEGACY;
    }
    return connection->framing == KAFKA_FRAMING_LEGACY;
}

int
kafka_dissect_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    kafka_dissection m = { .connection = ((const kafka_segment *)data)->connection, .what = "Message" };

    if (is_legacy(m.connection, tvb, pinfo))
        return kafka_legacy_dissect_message(tvb, pinfo, tree, data);

    kafka_reader_init(&m.reader, tvb, pinfo);
    m.reader.listener = kafka_listen;
    m.reader.heard = kafka_heard;
    m.reader.context = &m;
    m.ordinal = kafka_next_ordinal(pinfo);
    m.is_request = kafka_goes_to_server(m.connection, tvb, pinfo, 0);

    if (proto_field_is_referenced(tree, proto_kafka) || kafka_guests_matter(tree))
        m.tree = proto_item_add_subtree(proto_tree_add_item(tree, proto_kafka, tvb, 0, -1, ENC_NA), ett_kafka);
    if (m.reader.captured == m.reader.end) {
        show_message(&m);
        show_what(&m);
    } else {
        TRY {
            show_message(&m);
        }
        FINALLY {
            show_what(&m);
        }
        ENDTRY;
    }
    return (int)tvb_captured_length(tvb);
}
