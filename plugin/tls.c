/* tls.c
 * TLS on a port that is taken for Kafka's
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "tls.h"

#include <epan/dissectors/packet-tls-utils.h>

#include "compat.h"
#include "connection.h"

/* The header of a record: RFC 8446, 5.1, and the earlier versions' RFCs. */
#define RECORD_HEADER 5
#define FIRST_TYPE 20                   /* change_cipher_spec; then alert, handshake, application_data */
#define LAST_TYPE 23
#define MAJOR_VERSION 3
#define LAST_MINOR_VERSION 4
#define LONGEST_RECORD (16384 + 2048)

static dissector_handle_t tls_handle;

void
kafka_handoff_tls(int proto)
{
    tls_handle = find_dissector_add_dependency("tls", proto);
}

bool
kafka_is_over_tcp(const packet_info *pinfo)
{
    static int proto_tcp, proto_tls;

    if (proto_tcp <= 0) {
        proto_tcp = proto_get_id_by_filter_name("tcp");
        proto_tls = proto_get_id_by_filter_name("tls");
    }
    for (wmem_list_frame_t *layer = wmem_list_tail(pinfo->layers); layer; layer = wmem_list_frame_prev(layer)) {
        int proto = GPOINTER_TO_INT(wmem_list_frame_data(layer));
        if (proto == proto_tcp || proto == proto_tls)
            return proto == proto_tcp;
    }
    return false;
}

static bool
begins_with_record(tvbuff_t *tvb)
{
    if (tvb_captured_length(tvb) < RECORD_HEADER)
        return false;

    uint8_t type = tvb_get_uint8(tvb, 0);
    uint16_t length = tvb_get_ntohs(tvb, 3);
    return type >= FIRST_TYPE && type <= LAST_TYPE && tvb_get_uint8(tvb, 1) == MAJOR_VERSION &&
           tvb_get_uint8(tvb, 2) <= LAST_MINOR_VERSION && length > 0 && length <= LONGEST_RECORD;
}

static bool
is_new(packet_info *pinfo)
{
    const kafka_connection *connection = kafka_connection_of(pinfo);

    return connection->framing == KAFKA_FRAMING_UNKNOWN && connection->requests == 0;
}

int
kafka_dissect_tls(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data, dissector_handle_t inside)
{
    if (!tls_handle || !begins_with_record(tvb) || !kafka_is_over_tcp(pinfo) || !is_new(pinfo))
        return 0;
    if (!PINFO_FD_VISITED(pinfo))
        ssl_starttls_post_ack(tls_handle, pinfo, inside);
    return call_dissector_only(tls_handle, tvb, pinfo, tree, data);
}

void
kafka_is_in_tls(packet_info *pinfo, dissector_handle_t inside)
{
    tls_set_appdata_dissector(tls_handle, pinfo, inside);
}
