/* direction.h
 * Which end of a connection is the server
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_DIRECTION_H
#define KAFKA_DIRECTION_H

#include <epan/packet.h>

#include "connection.h"

/**
 * Does the message that begins with its size at `offset` of `tvb` go to the
 * server? What a message says decides: a request that fits goes to it. Else the
 * SYN does, if its port tells the ends apart, or the port that led to this
 * dissector. If none of them tells, that is a guess, which a later message can
 * correct. First pass; later passes only look up what was found.
 */
bool kafka_goes_to_server(kafka_connection *connection, tvbuff_t *tvb, packet_info *pinfo, uint32_t offset);

#endif
