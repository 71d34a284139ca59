/* records.h
 * What is in a records field: batches and message sets of all formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_RECORDS_H
#define KAFKA_RECORDS_H

#include "compat.h"
#include "reader.h"

/* Preferences. */
extern kafka_pref_bool kafka_decompress_records;
extern unsigned kafka_decompress_limit; /* in MiB, of what one batch or message may make; 8 times that in a packet */
extern kafka_pref_bool kafka_check_crc;

#define KAFKA_DECOMPRESS_LIMIT_MOST 1024

/**
 * Shows the content of a records field, `length` octets of the reader's tvb from
 * `offset`, all of them captured and checked against what is left of the message.
 * The reader itself does not move and does not fail, whatever is in there: the
 * next partition is found by the field's length alone. The last batch may be cut,
 * since a broker cuts at the size that a client allows (KIP-74): that is no fault.
 */
void kafka_show_records(const kafka_reader *r, proto_tree *tree, uint32_t offset, uint32_t length);

/** Registers the fields of this under the protocol `proto`; those of the schemas must be there already. */
void kafka_register_records(int proto);

#endif
