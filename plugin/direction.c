/* direction.c
 * Which end of a connection is the server
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "direction.h"

#include <epan/dissectors/packet-tcp.h>

#include "compat.h"
#include "trial.h"

/* Does a port tell which end is the server? */
static bool
port_decides(uint32_t port, const packet_info *pinfo)
{
    return port != 0 && (pinfo->destport == port) != (pinfo->srcport == port);
}

/* The port to which the client's SYN went; 0 if it was not seen. */
static uint32_t
port_of_syn(packet_info *pinfo)
{
    return proto_is_frame_protocol(pinfo->layers, "tcp") ? get_tcp_conversation_data(NULL, pinfo)->server_port : 0;
}

static void
find_server(kafka_connection *connection, tvbuff_t *tvb, packet_info *pinfo, uint32_t offset)
{
    uint32_t syn = port_of_syn(pinfo);
    bool receiver = kafka_fit_request(tvb, pinfo, offset) != KAFKA_FITS_NOT;

    connection->sure_of_server = true;
    if (!receiver && port_decides(syn, pinfo))
        receiver = pinfo->destport == syn;
    else if (!receiver && port_decides(pinfo->match_uint, pinfo))
        receiver = pinfo->destport == pinfo->match_uint;
    else
        connection->sure_of_server = receiver;
    kafka_set_server(connection, pinfo, receiver);
}

bool
kafka_goes_to_server(kafka_connection *connection, tvbuff_t *tvb, packet_info *pinfo, uint32_t offset)
{
    if (!connection->sure_of_server && !PINFO_FD_VISITED(pinfo))
        find_server(connection, tvb, pinfo, offset);
    return kafka_to_server(connection, pinfo);
}
