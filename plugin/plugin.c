/* plugin.c
 * What Wireshark calls: the plugin's version, registration, the preferences
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <wireshark.h>

#include <epan/packet.h>
#include <epan/prefs.h>
#include <epan/range.h>

#include "aliases.h"
#include "compat.h"
#include "fields.h"
#include "guest.h"
#include "heuristic.h"
#include "legacy.h"
#include "message.h"
#include "notes.h"
#include "protocol.h"
#include "records.h"
#include "sasl.h"
#include "stream.h"
#include "takeover.h"
#include "tls.h"

#ifdef KAFKA_HAVE_PLUGIN_DESCRIBE
#include <wsutil/plugins.h>
#endif

WS_DLL_PUBLIC_DEF const char plugin_version[] = KAFKASHARK_VERSION;
WS_DLL_PUBLIC_DEF const int plugin_want_major = WIRESHARK_VERSION_MAJOR;
WS_DLL_PUBLIC_DEF const int plugin_want_minor = WIRESHARK_VERSION_MINOR;

WS_DLL_PUBLIC void plugin_register(void);

#ifdef KAFKA_HAVE_PLUGIN_DESCRIBE
WS_DLL_PUBLIC uint32_t plugin_describe(void);

uint32_t
plugin_describe(void)
{
    return WS_PLUGIN_DESC_DISSECTOR;
}
#endif

#define TCP_PORTS "9092"
#define LAST_PORT 65535

int proto_kafka = -1;

static kafka_pref_bool use_plugin = true;
static kafka_pref_bool desegment = true;
static range_t *tcp_ports;              /* the preferences */
static range_t *tls_ports;
static range_t *legacy_ports;
static range_t *bound_legacy_ports;
static range_t *bound_tcp_ports;        /* what is in the tables because of them */
static range_t *bound_tls_ports;
static range_t *bound_tls_tcp_ports;

static int
dissect_kafka(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    col_set_str(pinfo->cinfo, COL_PROTOCOL, "Kafka");
    col_clear(pinfo->cinfo, COL_INFO);
    kafka_dissect_stream(tvb, pinfo, tree, desegment, data);
    return (int)tvb_captured_length(tvb);
}

static void
bind_ports(const char *table, range_t *ports, range_t **bound)
{
    if (*bound) {
        kafka_takeover_remove_ports(table, *bound);
        wmem_free(wmem_epan_scope(), *bound);
    }
    *bound = range_copy(wmem_epan_scope(), ports);
    kafka_takeover_add_ports(table, *bound);
}

static void
apply_preferences(void)
{
    kafka_decompress_limit = MIN(kafka_decompress_limit, KAFKA_DECOMPRESS_LIMIT_MOST);
    bind_ports("tcp.port", tcp_ports, &bound_tcp_ports);
    bind_ports("tls.port", tls_ports, &bound_tls_ports);
    bind_ports("tcp.port", tls_ports, &bound_tls_tcp_ports);    /* the first octets tell whether it is TLS */
    kafka_takeover_choose(use_plugin);
    if (bound_legacy_ports) {
        kafka_legacy_remove_ports(bound_legacy_ports);
        wmem_free(wmem_epan_scope(), bound_legacy_ports);
    }
    bound_legacy_ports = range_copy(wmem_epan_scope(), legacy_ports);
    kafka_legacy_add_ports(bound_legacy_ports);
}

static void
register_preferences(void)
{
    module_t *module = kafka_takeover_preferences(proto_kafka, apply_preferences);

    range_convert_str(wmem_epan_scope(), &tcp_ports, TCP_PORTS, LAST_PORT);
    range_convert_str(wmem_epan_scope(), &tls_ports, "", LAST_PORT);
    range_convert_str(wmem_epan_scope(), &legacy_ports, "", LAST_PORT);
    prefs_register_bool_preference(module, "use_plugin", "Use the Kafkashark plugin",
                                   "Whether the plugin decodes Kafka, or the dissector that Wireshark has built in",
                                   &use_plugin);
    prefs_register_range_preference(module, "tcp_ports", "TCP ports", "TCP ports on which Kafka is decoded", &tcp_ports,
                                    LAST_PORT);
    prefs_register_range_preference(module, "tls_ports", "TLS ports", "TCP ports on which Kafka is decoded inside TLS",
                                    &tls_ports, LAST_PORT);
    prefs_register_range_preference(
        module, "legacy_ports", "TCP ports of Kafka 0.7",
        "TCP ports on which all is the framing of Kafka 0.7; elsewhere the first message of a "
        "connection tells",
        &legacy_ports, LAST_PORT);
    prefs_register_bool_preference(module, "reassemble", "Reassemble messages over several TCP segments",
                                   "Whether messages that span several TCP segments are put together. TCP's own "
                                   "\"Allow subdissector to reassemble TCP streams\" must be on too",
                                   &desegment);
    prefs_register_uint_preference(module, "max_message_size", "Largest size of a message (octets)",
                                   "A message that announces more is called malformed and not waited for "
                                   "(a broker's socket.request.max.bytes)", 10, &kafka_max_size);
    prefs_register_bool_preference(module, "check_crc", "Check CRCs of batches and messages",
                                   "Whether CRCs are computed and compared with those in the capture",
                                   &kafka_check_crc);
    prefs_register_bool_preference(module, "decompress", "Decompress records",
                                   "Whether compressed records are decompressed and shown", &kafka_decompress_records);
    prefs_register_uint_preference(module, "decompress_limit", "Limit of decompression (MiB)",
                                   "How many MiB one batch or compressed message may make; "
                                   "a packet may make 8 times as many", 10, &kafka_decompress_limit);
    kafka_register_guest_preferences(module);
}

static void
register_kafka(void)
{
    proto_kafka = kafka_takeover_protocol();
    kafka_register_fields(proto_kafka);
    kafka_register_notes(proto_kafka);
    register_preferences();
    kafka_takeover_dissector(proto_kafka, dissect_kafka);
    kafka_legacy_register(proto_kafka);
    kafka_legacy_register_handle(proto_kafka);
}

static void
handoff_kafka(void)
{
    kafka_takeover_handoff();
    kafka_handoff_aliases();
    kafka_handoff_sasl(proto_kafka);
    kafka_handoff_tls(proto_kafka);
    kafka_handoff_heuristic(proto_kafka);
    kafka_legacy_handoff();
    kafka_handoff_guest();
    apply_preferences();
}

void
plugin_register(void)
{
    static proto_plugin plugin = { register_kafka, handoff_kafka };

    proto_register_plugin(&plugin);
}
