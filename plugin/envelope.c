/* envelope.c
 * The request or response inside an Envelope
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "envelope.h"

#include "apis.h"
#include "message.h"
#include "messages.h"
#include "payload.h"

static bool
fits(const kafka_payload *p, const kafka_message *header, int16_t header_version, const kafka_message *body,
     int16_t version)
{
    kafka_reader trial = p->reader;

    trial.quiet = true;
    kafka_read_message(&trial, NULL, header, header_version);
    kafka_read_message(&trial, NULL, body, version);
    return trial.failure == KAFKA_FINE && trial.offset == trial.end;
}

static void
note_inner_request(const kafka_payload *p, kafka_exchange *exchange)
{
    const kafka_reader *r = &p->reader;

    if (exchange->inner || PINFO_FD_VISITED(r->pinfo) || r->end - r->offset < KAFKA_REQUEST_FIXED)
        return;

    kafka_exchange *inner = wmem_new0(wmem_file_scope(), kafka_exchange);
    inner->api_key = tvb_get_ntohis(r->tvb, (int)r->offset);
    inner->api_version = tvb_get_ntohis(r->tvb, (int)r->offset + 2);
    exchange->inner = inner;
}

const char *
kafka_show_passed_on(kafka_reader *r, proto_tree *tree, const kafka_value *value, kafka_exchange *exchange,
                     bool is_request)
{
    kafka_payload p;

    if (!exchange || !kafka_payload_open(&p, r, tree, value))
        return NULL;
    if (is_request)
        note_inner_request(&p, exchange);

    const kafka_api *api = exchange->inner ? kafka_api_of(exchange->inner->api_key) : NULL;
    if (!api)
        return NULL;

    int16_t version = exchange->inner->api_version;
    const kafka_message *header = is_request ? &kafka_request_header : &kafka_response_header;
    const kafka_message *body = is_request ? api->request : api->response;
    int16_t header_version = kafka_header_of(body, version);
    if (!kafka_has_version(body, version) || !fits(&p, header, header_version, body, version))
        return NULL;

    p.reader.listener = r->listener;
    p.reader.context = r->context;
    kafka_payload_take_apart(&p);
    kafka_read_message(&p.reader, p.tree, header, header_version);
    kafka_read_message(&p.reader, p.tree, body, version);

    const char *what = wmem_strdup_printf(r->pinfo->pool, "%s v%d %s", api->name, version,
                                          is_request ? "Request" : "Response");
    proto_item_append_text(p.item, ", %s", what);
    return what;
}
