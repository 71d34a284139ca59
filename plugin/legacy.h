/* legacy.h
 * The framing of Kafka 0.7, from before requests had versions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_LEGACY_H
#define KAFKA_LEGACY_H

#include <epan/packet.h>

/*
 * Messages have a size before them as today's have, but neither a version nor a
 * correlation id: a request begins with its type and the topic's name, and
 * responses come in the order of their requests. A connection has one framing
 * or the other (kafka_connection.framing). Source: Kafka's wiki page on the 0.7
 * wire format; for what that leaves out the sources of Kafka 0.7.2.
 */

/**
 * Is `tvb`, a message with its size, a request of Kafka 0.7 that ends with its last
 * octet and names only legal topics? A trial: shows nothing, never throws. False
 * if the capture does not hold all of it.
 */
bool kafka_legacy_request_fits(tvbuff_t *tvb, packet_info *pinfo);

/**
 * The same for a response whose request is not known. Only one with messages
 * whose checksums are right will do, since the rest could be anything.
 */
bool kafka_legacy_response_fits(tvbuff_t *tvb, packet_info *pinfo);

/** Is there at `offset` of `tvb` a whole message for which one of these is true? To find the begin of one. */
bool kafka_legacy_message_at(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset);

/** Shows the message that fills `tvb`, of a connection of that framing; returns its captured length. */
int kafka_legacy_dissect_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

/** Registers the fields of this; those of the schemas must be there already. */
void kafka_legacy_register(int proto);

/** Registers the handle "kafka_0_7": a connection on which it is called has that framing. Called once. */
void kafka_legacy_register_handle(int proto);

/** Offers it in Decode As. Called once, when plugins hand off. */
void kafka_legacy_handoff(void);

/** Puts it on the ports in `range`, or takes it off them. */
void kafka_legacy_add_ports(range_t *range);
void kafka_legacy_remove_ports(range_t *range);

#endif
