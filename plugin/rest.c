/* rest.c
 * What of a message was not taken apart
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "rest.h"

#include "fields.h"

void
kafka_show_undecoded(const kafka_reader *r, proto_tree *tree, uint32_t offset, uint32_t end)
{
    if (offset < end)
        proto_tree_add_item(tree, hf_kafka_undecoded, r->tvb, (int)offset, (int)(end - offset), ENC_NA);
}

void
kafka_show_rest(const kafka_reader *r, proto_tree *tree)
{
    uint32_t end = tvb_reported_length(r->tvb);

    if (r->failure != KAFKA_FINE) {
        kafka_show_undecoded(r, tree, r->failure_offset, end);
    } else if (r->offset < end) {
        kafka_add_note(tree, r->pinfo, r->tvb, r->offset, 0, KAFKA_TRAILING, "%u octets left behind the last field",
                       end - r->offset);
        kafka_show_undecoded(r, tree, r->offset, end);
    }
}
