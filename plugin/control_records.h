/* control_records.h
 * What is in the key and the value of a control record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_CONTROL_RECORDS_H
#define KAFKA_CONTROL_RECORDS_H

#include "reader.h"

#define KAFKA_NO_CONTROL_TYPE INT32_MIN /* the key does not tell */

/**
 * Shows, under the item of the key that the reader has just read, the version of the
 * key and the record's type (KIP-98), and returns that type.
 */
int32_t kafka_show_control_key(kafka_reader *r, proto_tree *tree, const kafka_value *key);

/**
 * Shows under its item what the value says, by the type that the key has. A type
 * or a version that is not known, and what is not what its type says, stays as it
 * is with a note.
 */
void kafka_show_control_value(kafka_reader *r, proto_tree *tree, int32_t type, const kafka_value *value);

/** Tells of the fields that lie here. */
void kafka_register_control_records(void);

#endif
