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

#define FIRST_RESERVED_ID 0x7ffffff0    /* from here on Java's clients count their SASL requests (KIP-368) */
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

kafka_flow *
kafka_flow_of(kafka_connection *connection, const packet_info *pinfo)
{
    bool upward = pinfo->srcport != pinfo->destport ? pinfo->srcport < pinfo->destport
                                                    : cmp_address(&pinfo->src, &pinfo->dst) < 0;

    return &connection->flows[upward];
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

/* Is the next exchange of this queue passed over, because one behind it has a better claim to the answer? */
static bool
is_passed_over(const kafka_connection *connection, wmem_queue_t *queue)
{
    const kafka_exchange *next = (const kafka_exchange *)wmem_queue_peek(queue);

    return next->no_response || (wmem_queue_count(queue) > 1 && next->number < connection->answered);
}

/* The queue at whose head is the exchange that an answer with this correlation id belongs to; NULL if none waits. */
static wmem_queue_t *
queue_of(const kafka_connection *connection, int32_t correlation_id)
{
    wmem_queue_t *queue = (wmem_queue_t *)wmem_map_lookup(connection->waiting, key_of(correlation_id));

    while (queue && wmem_queue_count(queue) > 0 && is_passed_over(connection, queue))
        wmem_queue_pop(queue);
    return queue && wmem_queue_count(queue) > 0 ? queue : NULL;
}

const kafka_exchange *
kafka_waiting(const kafka_connection *connection, int32_t correlation_id)
{
    wmem_queue_t *queue = queue_of(connection, correlation_id);

    return queue ? (const kafka_exchange *)wmem_queue_peek(queue) : NULL;
}

static bool
is_first_of_api(kafka_connection *connection, int16_t api_key)
{
    unsigned word = (unsigned)(uint16_t)api_key / 64;
    uint64_t bit = UINT64_C(1) << (unsigned)(uint16_t)api_key % 64;

    if (word >= array_length(connection->apis) || connection->apis[word] & bit)
        return false;
    connection->apis[word] |= bit;
    return true;
}

kafka_exchange *
kafka_exchange_of(packet_info *pinfo, unsigned ordinal)
{
    return (kafka_exchange *)p_get_proto_data(wmem_file_scope(), pinfo, proto_kafka, ordinal);
}

kafka_exchange *
kafka_request_seen(kafka_connection *connection, packet_info *pinfo, unsigned ordinal, int16_t api_key,
                   int16_t api_version, int32_t correlation_id)
{
    kafka_exchange *exchange = kafka_exchange_of(pinfo, ordinal);

    if (exchange)
        return exchange;
    exchange = wmem_new0(wmem_file_scope(), kafka_exchange);
    exchange->api_key = api_key;
    exchange->api_version = api_version;
    exchange->correlation_id = correlation_id;
    exchange->number = ++connection->requests;
    exchange->request_frame = pinfo->num;
    exchange->request_time = pinfo->abs_ts;
    exchange->offer = connection->offer;
    exchange->first_of_api = is_first_of_api(connection, api_key);
    if (correlation_id < FIRST_RESERVED_ID)
        connection->last_correlation_id = correlation_id;
    p_add_proto_data(wmem_file_scope(), pinfo, proto_kafka, ordinal, exchange);
    wait_for_response(connection, exchange);
    return exchange;
}

kafka_exchange *
kafka_response_seen(kafka_connection *connection, packet_info *pinfo, unsigned ordinal, int32_t correlation_id)
{
    kafka_exchange *exchange = kafka_exchange_of(pinfo, ordinal);

    if (exchange || PINFO_FD_VISITED(pinfo))
        return exchange;

    wmem_queue_t *queue = queue_of(connection, correlation_id);
    if (!queue)
        return NULL;
    exchange = (kafka_exchange *)wmem_queue_pop(queue);
    if (wmem_queue_count(queue) == 0) {
        wmem_map_remove(connection->waiting, key_of(correlation_id));
        wmem_destroy_queue(queue);
    }
    exchange->response_frame = pinfo->num;
    connection->answered = MAX(connection->answered, exchange->number);
    p_add_proto_data(wmem_file_scope(), pinfo, proto_kafka, ordinal, exchange);
    return exchange;
}

kafka_exchange *
kafka_response_guessed(packet_info *pinfo, unsigned ordinal, int16_t api_key, int16_t api_version,
                       int32_t correlation_id)
{
    kafka_exchange *exchange = wmem_new0(wmem_file_scope(), kafka_exchange);

    exchange->api_key = api_key;
    exchange->api_version = api_version;
    exchange->correlation_id = correlation_id;
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
