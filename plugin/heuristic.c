/* heuristic.c
 * Finds Kafka on any port by what is said
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "heuristic.h"

#include <epan/conversation.h>
#include <epan/packet.h>

#include "compat.h"
#include "message.h"
#include "takeover.h"
#include "tls.h"
#include "trial.h"

/* Are these requests, up to the end of the segment, the first of them whole and beyond doubt? */
static bool
are_requests(tvbuff_t *tvb, packet_info *pinfo)
{
    uint32_t length = tvb_captured_length(tvb);

    if (!kafka_surely_request(tvb, pinfo))
        return false;

    uint32_t offset = KAFKA_SIZE_LENGTH + tvb_get_ntohl(tvb, 0);
    while (offset < length && length - offset >= KAFKA_SIZE_LENGTH + KAFKA_REQUEST_FIXED) {
        kafka_fit fit = kafka_fit_request(tvb, pinfo, offset);
        if (fit != KAFKA_FITS)
            return fit == KAFKA_FITS_SO_FAR;
        offset += KAFKA_SIZE_LENGTH + tvb_get_ntohl(tvb, (int)offset);
    }
    return true;
}

static kafka_heuristic_result
find_in_tcp(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    if (!kafka_takeover_is_chosen() || !are_requests(tvb, pinfo))
        return false;
    conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num,
                                                 kafka_takeover_handle());
    kafka_takeover_dissect(tvb, pinfo, tree, data);
    return true;
}

static kafka_heuristic_result
find_in_tls(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    if (!kafka_takeover_is_chosen() || !are_requests(tvb, pinfo))
        return false;
    kafka_is_in_tls(pinfo, kafka_takeover_handle());
    kafka_takeover_dissect(tvb, pinfo, tree, data);
    return true;
}

void
kafka_handoff_heuristic(int proto)
{
    heur_dissector_add("tcp", find_in_tcp, "Kafka over TCP", "kafka_tcp", proto, HEURISTIC_ENABLE);
    heur_dissector_add("tls", find_in_tls, "Kafka over TLS", "kafka_tls", proto, HEURISTIC_ENABLE);
}
