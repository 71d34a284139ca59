/* message_set.h
 * Messages of formats 0 and 1, which lie one after another or compressed within another
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_MESSAGE_SET_H
#define KAFKA_MESSAGE_SET_H

#include "record_parts.h"

#define KAFKA_MESSAGE_SMALLEST 14       /* what a message's size must be at least */

/**
 * Shows the message that goes from where the reader stands to its end. Offsets
 * within a compressed one of format 1 count from the first (KIP-31), times are the
 * messages' own or that of the wrapper (KIP-32).
 */
void kafka_show_message(const kafka_reader *outer, proto_tree *tree, kafka_interest interest,
                        const kafka_wrapper *wrapper);

/** Shows as much as is there of what is before the key of a message that is cut, and the rest as octets. */
void kafka_show_cut_message(const kafka_reader *outer, proto_tree *tree);

/** Registers the fields of this. */
void kafka_register_message_set(int proto);

#endif
