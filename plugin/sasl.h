/* sasl.h
 * SASL: which mechanism a connection uses, and what is in its tokens
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_SASL_H
#define KAFKA_SASL_H

#include "connection.h"
#include "reader.h"

/*
 * A client names the mechanism in SaslHandshake (KIP-43) and then sends tokens.
 * After version 0 of that, they come as they are, with only a size before them,
 * until the client sends a request; after version 1 in SaslAuthenticate (KIP-152).
 * Clients of Kafka 0.9 send GSSAPI's tokens without a handshake. A connection can
 * authenticate again while other requests are on the way (KIP-368).
 */

/** Is the next message a token without a header? First pass; `octets` is the message behind its size. */
bool kafka_sasl_expects_token(kafka_connection *connection, bool to_server, const uint8_t *octets, uint32_t length);

/** A token without a header, of the client or of the server: its exchange, with `sasl` set. As kafka_request_seen(). */
kafka_exchange *kafka_sasl_token_seen(kafka_connection *connection, packet_info *pinfo, unsigned ordinal,
                                      bool to_server);

/** A client names the mechanism: role KAFKA_SASL_MECHANISM in a request. */
void kafka_sasl_handshake(kafka_connection *connection, kafka_exchange *exchange, kafka_reader *r,
                          const kafka_value *value);

/**
 * Shows what is in a token, below its item, and tells Wireshark's list of
 * credentials of passwords; to be called without a tree, too. `value` is in the
 * reader's tvb. Returns what the Info column is to say of it, in packet scope,
 * or NULL.
 */
const char *kafka_sasl_show_token(kafka_connection *connection, kafka_exchange *exchange, kafka_reader *r,
                                  bool from_client, const kafka_value *value);

extern int hf_kafka_sasl_token;

void kafka_register_sasl(int proto);

/** Finds Wireshark's dissectors for tokens. Called once, when plugins hand off. */
void kafka_handoff_sasl(int proto);

#endif
