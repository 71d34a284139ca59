/* takeover.h
 * Takes the place of the dissector for Kafka that Wireshark has built in
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_TAKEOVER_H
#define KAFKA_TAKEOVER_H

#include <epan/packet.h>
#include <epan/prefs.h>

/*
 * The plugin registers under the built-in's protocol, so that `kafka` as a
 * filter, in frame.protocols and in --disable-protocol keeps its meaning, and
 * puts a handle of its own wherever the built-in's stands in tcp.port and
 * tls.port. Plugins register after all that is built in, and hand off after it.
 */

/** The protocol to register under: the built-in's, or a new one where Wireshark has none. */
int kafka_takeover_protocol(void);

/**
 * Registers fields under `proto`. Where the built-in has a field of that name and
 * type, its id is used and it takes our label, display and value strings. Where
 * the type is another, ours is registered beside it. Fields of ours that have the
 * same name, type and label are one.
 */
void kafka_adopt_fields(int proto, hf_register_info *fields, unsigned count);

/**
 * The preferences module of `proto`; `apply` is called, after the built-in's
 * own, whenever a preference changes.
 */
module_t *kafka_takeover_preferences(int proto, void (*apply)(void));

/** Registers `dissector` as what decodes Kafka on TCP and TLS. Called once, while plugins register. */
void kafka_takeover_dissector(int proto, dissector_t dissector);

/**
 * What the handle in the tables does: calls that dissector as one of the
 * protocol. For other handles in those tables.
 */
int kafka_takeover_call(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

/** Puts our dissector into the tables. Called once, when plugins hand off. */
void kafka_takeover_handoff(void);

/** On the ports in `range` of a table ("tcp.port"), ours decodes. */
void kafka_takeover_add_ports(const char *table, range_t *range);
void kafka_takeover_remove_ports(const char *table, range_t *range);

/** Chooses who decodes: the plugin, or the built-in as if there were no plugin. */
void kafka_takeover_choose(bool plugin);

/** Is it the plugin that decodes? */
bool kafka_takeover_is_chosen(void);

/** The handle that the tables have; after kafka_takeover_dissector. */
dissector_handle_t kafka_takeover_handle(void);

/** Calls the plugin's dissector alone, where its protocol is already among the packet's layers. */
int kafka_takeover_dissect(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

#endif
