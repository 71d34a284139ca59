/* protocol.h
 * The protocol that everything is registered under
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_PROTOCOL_H
#define KAFKA_PROTOCOL_H

/** The built-in's protocol `kafka`, or our own where Wireshark has none. Set before any packet is seen. */
extern int proto_kafka;

#endif
