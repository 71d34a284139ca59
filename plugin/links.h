/* links.h
 * A message's links to the other half of its exchange
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_LINKS_H
#define KAFKA_LINKS_H

#include "connection.h"

/** A generated item with the frame of the other half; nothing if it was not seen (0). `tree` may be NULL. */
void kafka_show_frame_link(proto_tree *tree, tvbuff_t *tvb, int hf, uint32_t frame);

/** A generated item with the time from the request to this packet. `tree` may be NULL. */
void kafka_show_time(proto_tree *tree, tvbuff_t *tvb, const packet_info *pinfo, const kafka_exchange *exchange);

#endif
