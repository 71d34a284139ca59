/* connection.h
 * What a TCP connection remembers: who is the server, which requests wait for their responses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_CONNECTION_H
#define KAFKA_CONNECTION_H

#include <epan/packet.h>

#include "offers.h"
#include "reader.h"

/*
 * All of this lives as long as the capture file (wmem_file_scope). It is made
 * on the first pass, where the frames come in order; later passes look up what
 * belongs to a message by its frame and its place in it, so that they may come
 * in any order.
 */

/** A part of a request of Kafka 0.7: what its topic is followed by. */
typedef struct {
    const char *topic;
    int32_t partition;
    int64_t offset;                     /* of the first message that is asked for; -1: none is */
} kafka_legacy_part;

/** One message of a client in a SASL exchange, and the server's answer: see sasl.h. */
typedef struct {
    const char *mechanism;              /* that the client named; NULL: not known */
    const char *user;                   /* who logs in, as far as the client has said; NULL: not known */
    bool is_delegation;                 /* is that the id of a delegation token? */
    bool raw;                           /* the tokens come without a request or response around them */
} kafka_sasl_step;

/** A request and its response, of which either may be missing. */
typedef struct kafka_exchange {
    int16_t api_key;
    int16_t api_version;
    int32_t correlation_id;
    unsigned number;                    /* counts the connection's requests */
    uint32_t request_frame;             /* 0: not seen */
    uint32_t response_frame;            /* 0: not seen */
    nstime_t request_time;
    bool no_response;                   /* none is expected (acks 0): it does not wait */
    bool first_of_api;                  /* the connection's first request of this API */
    const kafka_offer *offer;           /* what the broker had offered before; NULL: not known */
    kafka_sasl_step *sasl;              /* NULL: neither has a token of SASL */
    struct kafka_exchange *inner;       /* of an Envelope: what it passes on, of which only API and version are set */
    wmem_array_t *legacy_parts;         /* kafka_legacy_part: what a request of Kafka 0.7 asks for, in order, or NULL */
} kafka_exchange;

/** How messages lie on the wire: see legacy.h. */
typedef enum {
    KAFKA_FRAMING_UNKNOWN,              /* no message yet that fits one of them */
    KAFKA_FRAMING_MODERN,
    KAFKA_FRAMING_LEGACY                /* of Kafka 0.7 */
} kafka_framing;

/** One direction of a connection: where its messages begin, as TCP's sequence numbers. See stream.h. */
typedef struct {
    bool known;                         /* is that known? */
    uint32_t begin;                     /* where the message begins that was last seen or is waited for */
    uint32_t end;                       /* where it ends, and the next one begins */
} kafka_flow;

/** What is known on the first pass of a connection's SASL exchange: see sasl.h. */
typedef struct {
    const char *mechanism;
    const char *user;
    bool raw;                           /* tokens come as they are, until the client sends a request */
    wmem_queue_t *unanswered;           /* kafka_exchange of each such token that was not answered; NULL: none yet */
} kafka_sasl_state;

typedef struct {
    kafka_framing framing;
    wmem_map_t *waiting;                /* correlation id -> wmem_queue_t of each kafka_exchange that waits with it */
    unsigned requests;                  /* how many were seen */
    unsigned answered;                  /* the highest number of a request that was answered */
    int32_t last_correlation_id;        /* of the last request, but for those of SASL */
    const kafka_offer *offer;           /* what the broker offers; NULL: not known */
    uint64_t apis[4];                   /* a bit for each API key of which a request was seen */
    kafka_sasl_state sasl;
    kafka_flow flows[2];
    bool has_server;                    /* is the server known, or guessed? */
    bool sure_of_server;                /* is it known? */
    uint32_t server_port;
    address server;
} kafka_connection;

/** The connection that a packet belongs to, made if it is the first of it. */
kafka_connection *kafka_connection_of(packet_info *pinfo);

/** Does the packet go to the server? Anything if no server is known. */
bool kafka_to_server(const kafka_connection *connection, const packet_info *pinfo);

/** Notes who is the server: the packet's receiver or its sender. */
void kafka_set_server(kafka_connection *connection, const packet_info *pinfo, bool receiver);

/** The direction in which the packet goes. */
kafka_flow *kafka_flow_of(kafka_connection *connection, const packet_info *pinfo);

/**
 * A request was seen, as message number `ordinal` of its frame (from 0). On
 * later passes the exchange of the first one. Never NULL.
 */
kafka_exchange *kafka_request_seen(kafka_connection *connection, packet_info *pinfo, unsigned ordinal, int16_t api_key,
                                   int16_t api_version, int32_t correlation_id);

/**
 * A response was seen, as message number `ordinal` of its frame: its exchange,
 * of the oldest request that waits with that correlation id; NULL if none does.
 * Brokers answer in order, so a request that came before one that was answered
 * gives way to those after it: its own answer is probably lost.
 */
kafka_exchange *kafka_response_seen(kafka_connection *connection, packet_info *pinfo, unsigned ordinal,
                                    int32_t correlation_id);

/** The request that kafka_response_seen() would find; it goes on waiting. */
const kafka_exchange *kafka_waiting(const kafka_connection *connection, int32_t correlation_id);

/** The exchange that was noted on the first pass for message number `ordinal` of the frame; NULL if none was. */
kafka_exchange *kafka_exchange_of(packet_info *pinfo, unsigned ordinal);

/** Notes a response without a request in the capture, as that of an API in a version: what it must be. */
kafka_exchange *kafka_response_guessed(packet_info *pinfo, unsigned ordinal, int16_t api_key, int16_t api_version,
                                       int32_t correlation_id);

/** The number of the message within its frame, counted from 0 at each call. */
unsigned kafka_next_ordinal(packet_info *pinfo);

#endif
