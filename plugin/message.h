/* message.h
 * Shows one message: its size, its header, its body
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_MESSAGE_H
#define KAFKA_MESSAGE_H

#include <epan/packet.h>

#define KAFKA_SIZE_LENGTH 4             /* octets of the size that begins each message */

/** The largest size of a message that is waited for, in octets: a preference. */
extern unsigned kafka_max_size;

/**
 * How long the message at `offset` is, its size included, in octets: what
 * tcp_dissect_pdus wants. After an impossible size there is no telling where the
 * next message begins: then it is all that the segment has.
 */
unsigned kafka_message_length(packet_info *pinfo, tvbuff_t *tvb, int offset, void *data);

/** Shows the message that fills `tvb`; returns its captured length. */
int kafka_dissect_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

#endif
