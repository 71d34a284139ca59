/* aliases.h
 * Values under other names than their own
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_ALIASES_H
#define KAFKA_ALIASES_H

#include "protocol.h"
#include "reader.h"

/** Wireshark 4.0: may a visible tree be for a field that -T fields prints? Set when the plugin hands off. */
extern bool kafka_names_may_be_printed;

/**
 * Mostly nobody asks for any field by its name, and that is seen at once: who does refers to the protocol, too. `tree`
 * may be NULL.
 */
static inline bool
kafka_anything_is_asked_for(const proto_tree *tree)
{
    return tree && (proto_registrar_get_nth((unsigned)proto_kafka)->ref_type != HF_REF_TYPE_NONE ||
                    (kafka_names_may_be_printed && PTREE_DATA(tree)->visible));
}

/**
 * Does somebody ask for the field by its name, in a filter, a column or with -T
 * fields, or may that be? `tree` may be NULL, and then nobody does.
 */
static inline bool
kafka_is_asked_for(const proto_tree *tree, int hf)
{
    return kafka_anything_is_asked_for(tree) &&
           (proto_registrar_get_nth((unsigned)hf)->ref_type != HF_REF_TYPE_NONE ||
            (kafka_names_may_be_printed && PTREE_DATA(tree)->visible));
}

/** Shows a value again under another name, `hf`, as a hidden item, if somebody asks for that name. */
void kafka_alias(proto_tree *tree, int hf, tvbuff_t *tvb, const kafka_value *value);

/** The same under each name that a role has across messages; `tree` may be NULL. */
void kafka_role_alias(proto_tree *tree, kafka_role role, tvbuff_t *tvb, const kafka_value *value);

/** Finds out whether names are asked for on the command line. Called once, when plugins hand off. */
void kafka_handoff_aliases(void);

#endif
