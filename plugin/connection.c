/* connection.c
 * What a TCP connection remembers: who is the server, which requests wait for their responses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "connection.h"

#include <epan/conversation.h>
#include <epan/proto_data.h>

#include "compat.h"
#include "protocol.h"

#define ORDINAL_KEY UINT32_MAX          /* of the packet's own data; the keys in file scope are the ordinals */

kafka_connection *
kafka_connection_of(packet_info *pinfo)
{
    conversation_t *conversation = find_or_create_conversation(pinfo);
    kafka_connection *connection = (kafka_connection *)conversation_get_proto_data(conversation, proto_kafka);

    if (!connection) {
        connection = wmem_new0(wmem_file_scope(), kafka_connection);
        connection->waiting = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
        conversation_add_proto_data(conversation, proto_kafka, connection);
    }
    return connection;
}

bool
kafka_to_server(const kafka_connection *connection, const packet_info *pinfo)
{
    return pinfo->destport == connection->server_port && addresses_equal(&pinfo->dst, &connection->server);
}

void
kafka_set_server(kafka_connection *connection, const packet_info *pinfo, bool receiver)
{
    connection->has_server = true;
    connection->server_port = receiver ? pinfo->destport : pinfo->srcport;
    copy_address_wmem(wmem_file_scope(), &connection->server, receiver ? &pinfo->dst : &pinfo->src);
}

/* -------------------------------------------------------------------------------------------------------- pairs */

static gpointer
key_of(int32_t correlation_id)
{
    return GINT_TO_POINTER(correlation_id);
}

static void
wait_for_response(kafka_connection *connection, kafka_exchange *exchange)
{
    gpointer key = key_of(exchange->correlation_id);
    wmem_queue_t *queue = (wmem_queue_t *)wmem_map_lookup(connection->waiting, key);

    if (!queue) {
        queue = wmem_queue_new(wmem_file_scope());
        wmem_map_insert(connection->waiting, key, queue);
    }
    wmem_queue_push(queue, exchange);
}

/* The oldest request that waits with this correlation id; it waits no more. NULL if none does. */
static kafka_exchange *
next_waiting(kafka_connection *connection, int32_t correlation_id)
{
    wmem_queue_t *queue = (wmem_queue_t *)wmem_map_lookup(connection->waiting, key_of(correlation_id));

    while (queue && wmem_queue_count(queue) > 0) {
        kafka_exchange *exchange = (kafka_exchange *)wmem_queue_pop(queue);
        if (!exchange->no_response)
            return exchange;
    }
    return NULL;
}

kafka_exchange *
kafka_request_seen(kafka_connection *connection, packet_info *pinfo, unsigned ordinal, int16_t api_key,
                   int16_t api_version, int32_t correlation_id)
{
    kafka_exchange *exchange = (kafka_exchange *)p_get_proto_data(wmem_file_scope(), pinfo, proto_kafka, ordinal);

    if (exchange)
        return exchange;
    exchange = wmem_new0(wmem_file_scope(), kafka_exchange);
    exchange->api_key = api_key;
    exchange->api_version = api_version;
    exchange->correlation_id = correlation_id;
    exchange->request_frame = pinfo->num;
    exchange->request_time = pinfo->abs_ts;
    p_add_proto_data(wmem_file_scope(), pinfo, proto_kafka, ordinal, exchange);
    wait_for_response(connection, exchange);
    return exchange;
}

kafka_exchange *
kafka_response_seen(kafka_connection *connection, packet_info *pinfo, unsigned ordinal, int32_t correlation_id)
{
    kafka_exchange *exchange = (kafka_exchange *)p_get_proto_data(wmem_file_scope(), pinfo, proto_kafka, ordinal);

    if (exchange || PINFO_FD_VISITED(pinfo))
        return exchange;
    exchange = next_waiting(connection, correlation_id);
    if (!exchange)
        return NULL;
    exchange->response_frame = pinfo->num;
    p_add_proto_data(wmem_file_scope(), pinfo, proto_kafka, ordinal, exchange);
    return exchange;
}

unsigned
kafka_next_ordinal(packet_info *pinfo)
{
    unsigned *next = (unsigned *)p_get_proto_data(pinfo->pool, pinfo, proto_kafka, ORDINAL_KEY);

    if (!next) {
        next = wmem_new0(pinfo->pool, unsigned);
        p_add_proto_data(pinfo->pool, pinfo, proto_kafka, ORDINAL_KEY, next);
    }
    return (*next)++;
}
