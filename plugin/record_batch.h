/* record_batch.h
 * Batches of records: message format 2
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_RECORD_BATCH_H
#define KAFKA_RECORD_BATCH_H

#include "record_parts.h"

#define KAFKA_BATCH_FORMAT 2            /* its magic */
#define KAFKA_BATCH_SMALLEST 49         /* what a batch's length must be at least */

/** Shows the batch that goes from where the reader stands to its end (KIP-98). */
void kafka_show_record_batch(const kafka_reader *outer, proto_tree *tree, kafka_interest interest);

/** Shows as much as is there of a batch that is cut: its header, no records. */
void kafka_show_cut_batch(const kafka_reader *outer, proto_tree *tree);

/** Registers the fields of this. */
void kafka_register_record_batch(int proto);

#endif
