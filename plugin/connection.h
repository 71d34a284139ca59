/* connection.h
 * What a TCP connection remembers: who is the server, which requests wait for their responses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_CONNECTION_H
#define KAFKA_CONNECTION_H

#include <epan/packet.h>

#include "reader.h"

/*
 * All of this lives as long as the capture file (wmem_file_scope). It is made
 * on the first pass, where the frames come in order; later passes look up what
 * belongs to a message by its frame and its place in it, so that they may come
 * in any order.
 */

/** A request and its response, of which either may be missing. */
typedef struct {
    int16_t api_key;
    int16_t api_version;
    int32_t correlation_id;
    uint32_t request_frame;
    uint32_t response_frame;            /* 0: not seen */
    nstime_t request_time;
    bool no_response;                   /* none is expected (acks 0): it does not wait */
} kafka_exchange;

typedef struct {
    wmem_map_t *waiting;                /* correlation id -> wmem_queue_t of each kafka_exchange that waits with it */
    bool has_server;                    /* is the server known? */
    uint32_t server_port;
    address server;
} kafka_connection;

/** The connection that a packet belongs to, made if it is the first of it. */
kafka_connection *kafka_connection_of(packet_info *pinfo);

/** Does the packet go to the server? Only if has_server. */
bool kafka_to_server(const kafka_connection *connection, const packet_info *pinfo);

/** Notes who is the server: the packet's receiver or its sender. */
void kafka_set_server(kafka_connection *connection, const packet_info *pinfo, bool receiver);

/**
 * A request was seen, as message number `ordinal` of its frame (from 0). On
 * later passes the exchange of the first one. Never NULL.
 */
kafka_exchange *kafka_request_seen(kafka_connection *connection, packet_info *pinfo, unsigned ordinal, int16_t api_key,
                                   int16_t api_version, int32_t correlation_id);

/**
 * A response was seen, as message number `ordinal` of its frame: its exchange,
 * of the oldest request that waits with that correlation id; NULL if none does.
 */
kafka_exchange *kafka_response_seen(kafka_connection *connection, packet_info *pinfo, unsigned ordinal,
                                    int32_t correlation_id);

/** The number of the message within its frame, counted from 0 at each call. */
unsigned kafka_next_ordinal(packet_info *pinfo);

#endif
