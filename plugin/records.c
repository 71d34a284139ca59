/* records.c
 * What is in a records field
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "records.h"

#include "compat.h"
#include "fields.h"
#include "messages.h"

/* Where the magic is in each message format, and what a RecordBatch begins with (format 2, KIP-98). */
#define MAGIC_OFFSET 16
#define BATCH_LENGTH_OFFSET 8
#define BATCH_OVERHEAD 12               /* octets that batchLength does not count */
#define BATCH_HEADER 61
#define BATCH_MAGIC 2

/* The octets of the whole RecordBatch v2 at `offset`; 0 if there is another format, or not all of it. */
static uint32_t
batch_length(tvbuff_t *tvb, uint32_t offset, uint32_t left)
{
    if (left < BATCH_HEADER || tvb_get_uint8(tvb, (int)(offset + MAGIC_OFFSET)) != BATCH_MAGIC)
        return 0;

    uint32_t length = tvb_get_ntohl(tvb, (int)(offset + BATCH_LENGTH_OFFSET));
    return length >= BATCH_HEADER - BATCH_OVERHEAD && length <= left - BATCH_OVERHEAD ? BATCH_OVERHEAD + length : 0;
}

static void
show_data(tvbuff_t *tvb, proto_tree *tree, uint32_t offset, uint32_t length)
{
    if (length > 0)
        proto_tree_add_item(tree, hf_kafka_record_data, tvb, (int)offset, (int)length, ENC_NA);
}

void
kafka_show_records(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, uint32_t offset, uint32_t length)
{
    uint32_t batch;

    for (; (batch = batch_length(tvb, offset, length)) != 0 && !kafka_tree_is_full(tree);
         offset += batch, length -= batch) {
        kafka_reader r;
        kafka_reader_init(&r, tvb_new_subset_length(tvb, (int)offset, (int)batch), pinfo);
        kafka_read_message(&r, tree, &kafka_record_batch, BATCH_MAGIC);
        show_data(tvb, tree, offset + r.offset, batch - r.offset);
    }
    show_data(tvb, tree, offset, length);
}
