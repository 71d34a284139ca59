/* legacy_ports.c
 * Where somebody says that it is Kafka 0.7: Decode As and the ports preference
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "legacy.h"

#include "compat.h"
#include "connection.h"
#include "takeover.h"

static dissector_handle_t handle;       /* of a protocol in name only, as Decode As wants one name for each choice */

static int
dissect_chosen(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    kafka_connection_of(pinfo)->framing = KAFKA_FRAMING_LEGACY;
    return kafka_takeover_call(tvb, pinfo, tree, data);
}

void
kafka_legacy_register_handle(int proto)
{
    int name_only = proto_register_protocol_in_name_only("Kafka 0.7", "Kafka 0.7", "kafka_0_7", proto, FT_PROTOCOL);

    handle = register_dissector("kafka_0_7", dissect_chosen, name_only);
}

void
kafka_legacy_handoff(void)
{
    dissector_add_for_decode_as("tcp.port", handle);
}

void
kafka_legacy_add_ports(range_t *range)
{
    dissector_add_uint_range("tcp.port", range, handle);
}

void
kafka_legacy_remove_ports(range_t *range)
{
    dissector_delete_uint_range("tcp.port", range, handle);
}
