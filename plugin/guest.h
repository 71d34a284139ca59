/* guest.h
 * Other dissectors of Wireshark for what users put into records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GUEST_H
#define KAFKA_GUEST_H

#include <epan/prefs.h>

#include "payload.h"

typedef enum { KAFKA_VALUE_PART, KAFKA_KEY_PART } kafka_record_part;

/**
 * Shows a payload by the dissector that the user chose for the topic: in Decode
 * As (table kafka.topic, values only), in the preference table of topics, or
 * because it is text of a kind that a preference allows. The header that schema
 * registries put before it is taken off where the table of topics says so.
 * `topic` may be NULL. False if nothing is chosen: then nothing is shown.
 */
bool kafka_show_guest(kafka_payload *p, const char *topic, kafka_record_part part);

/** Has Decode As be offered for the topic, if it is the packet's last one whose records are shown. */
void kafka_guest_note_topic(packet_info *pinfo, const char *topic);

/** Did the user choose any? If not, no record needs to be opened for their sake. */
bool kafka_guests_wanted(void);

/**
 * May the tree hold something that a filter wants of another dissector: because
 * the user chose one for a topic, or because a filter refers to one that is called
 * for what SASL, telemetry and the like carry?
 */
bool kafka_guests_matter(proto_tree *tree);

/**
 * Calls the dissector of that name, with `data` as it wants it. It can't change
 * the columns, ask for more of the stream, or throw out of here. False if there
 * is none of that name or it does not want the octets.
 */
bool kafka_call_guest(const char *name, tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const char *data);

/** Registers the fields, the table kafka.topic and what Decode As offers for it. */
void kafka_register_guest(int proto);

/** Registers the preferences. */
void kafka_register_guest_preferences(module_t *module);

/** Says which dissectors Decode As offers. Called once, when plugins hand off. */
void kafka_handoff_guest(void);

#endif
