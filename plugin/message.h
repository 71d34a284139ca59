/* message.h
 * Shows one message: its size, its header, its body
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_MESSAGE_H
#define KAFKA_MESSAGE_H

#include <epan/packet.h>

#define KAFKA_SIZE_LENGTH 4             /* octets of the size that begins each message */
#define KAFKA_REQUEST_FIXED 8           /* octets of a request's header up to the correlation id */
#define KAFKA_RESPONSE_FIXED 4

/** The largest size of a message that is waited for, in octets: a preference. */
extern unsigned kafka_max_size;

/** Shows the message that fills `tvb`; `data` is its kafka_segment (see stream.h). Returns its captured length. */
int kafka_dissect_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

#endif
