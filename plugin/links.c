/* links.c
 * A message's links to the other half of its exchange
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "links.h"

#include "fields.h"

void
kafka_show_frame_link(proto_tree *tree, tvbuff_t *tvb, int hf, uint32_t frame)
{
    if (frame != 0)
        proto_item_set_generated(proto_tree_add_uint(tree, hf, tvb, 0, 0, frame));
}

void
kafka_show_time(proto_tree *tree, tvbuff_t *tvb, const packet_info *pinfo, const kafka_exchange *exchange)
{
    nstime_t delta;

    nstime_delta(&delta, &pinfo->abs_ts, &exchange->request_time);
    proto_item_set_generated(proto_tree_add_time(tree, hf_kafka_time, tvb, 0, 0, &delta));
}
