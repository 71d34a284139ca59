/* records.h
 * What is in a records field
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_RECORDS_H
#define KAFKA_RECORDS_H

#include <epan/packet.h>

/**
 * Shows the content of a records field, `length` octets of `tvb` from `offset`,
 * all of them captured: the header of each RecordBatch v2, the rest as octets.
 */
void kafka_show_records(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, uint32_t offset, uint32_t length);

#endif
