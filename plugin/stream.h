/* stream.h
 * Where messages begin in what TCP or TLS hands over
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_STREAM_H
#define KAFKA_STREAM_H

#include <epan/packet.h>

#include "connection.h"

/*
 * Each message has its size before it, so each tells where the next one begins,
 * unless a segment is missing. For each direction of a connection the sequence
 * number is kept at which the next message begins. A segment that begins
 * elsewhere follows a loss, or is of a connection that began before the capture:
 * then a message is looked for in it that a trial confirms (see trial.h), and
 * what is before it is shown as octets. Nothing is waited for on the word of a
 * size that nobody confirmed.
 */

/** What a message is read in; the `data` of kafka_dissect_message. */
typedef struct {
    kafka_connection *connection;
    kafka_flow *flow;
    bool has_sequence;                  /* is it TCP's own, with sequence numbers? Not inside TLS. */
    uint32_t sequence;                  /* of the first octet of the tvb that is cut into messages */
} kafka_segment;

/**
 * Shows the messages of `tvb`, which is what TCP or TLS has of a connection in one
 * direction. Asks for more of it if `desegment` and a message is not whole.
 * `data` is what TCP or TLS gave along.
 */
void kafka_dissect_stream(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, bool desegment, void *data);

#endif
