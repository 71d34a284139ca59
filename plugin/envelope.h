/* envelope.h
 * The request or response inside an Envelope
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_ENVELOPE_H
#define KAFKA_ENVELOPE_H

#include "connection.h"
#include "reader.h"

/**
 * Shows the field of an Envelope that holds a request or response, which a broker
 * passes on with its header, but without a size (KIP-590). `exchange` is the
 * Envelope's; the inner request is kept there, so that the inner response is
 * known. What is inside is told to the listener of `r` as if the Envelope had it.
 * Returns what it is, in packet scope; NULL if the octets are something else:
 * then they stay octets.
 */
const char *kafka_show_passed_on(kafka_reader *r, proto_tree *tree, const kafka_value *value,
                                 kafka_exchange *exchange, bool is_request);

#endif
