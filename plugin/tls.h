/* tls.h
 * TLS on a port that is taken for Kafka's
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_TLS_H
#define KAFKA_TLS_H

#include <epan/packet.h>

/*
 * Which listeners of a broker speak TLS is a matter of its configuration, not of
 * the port, so the first octets of a connection decide. Kafka never changes to
 * TLS within a connection.
 */

/**
 * Hands a connection to Wireshark's dissector for TLS if it begins with a TLS
 * record, in this segment and from then on; `inside` decodes what is in it.
 * Returns what that dissector does, or 0 if this is no TLS: then nothing was done.
 */
int kafka_dissect_tls(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data, dissector_handle_t inside);

/** Says to a TLS connection that Kafka is in it. */
void kafka_is_in_tls(packet_info *pinfo, dissector_handle_t inside);

/** Is this TCP's payload, and not that of TLS? */
bool kafka_is_over_tcp(const packet_info *pinfo);

/** Finds Wireshark's dissector. Called once, when plugins hand off. */
void kafka_handoff_tls(int proto);

#endif
