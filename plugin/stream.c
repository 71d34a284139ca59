/* stream.c
 * Where messages begin in what TCP or TLS hands over
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "stream.h"

#include <epan/dissectors/packet-tcp.h>
#include <epan/proto_data.h>

#include "compat.h"
#include "direction.h"
#include "fields.h"
#include "legacy.h"
#include "message.h"
#include "notes.h"
#include "protocol.h"
#include "tls.h"
#include "trial.h"

/* Keys of a frame's data in file scope; the others are the messages' ordinals. */
#define SKIPS_KEY (UINT32_MAX - 1)      /* what is before the first message of a segment */
#define BAD_SIZES_KEY (UINT32_MAX - 2)  /* what is skipped because of an impossible size */

#define CREDIBLE_LENGTH 64              /* octets that must be there of a message that is not whole, to find it */
#define CREDIBLE_SIZE 1048576           /* octets of the largest message that is found so within a segment */
#define CREDIBLE_STEP 1000              /* correlation ids of requests that follow one another are no farther apart */

/* ------------------------------------------------------------------------------------------- the search for a begin */

/* Does an incomplete request go on from the last one? */
static bool
is_next_request(const kafka_connection *connection, tvbuff_t *tvb, uint32_t offset)
{
    uint32_t id = tvb_get_ntohl(tvb, (int)offset + KAFKA_SIZE_LENGTH + 4);

    return connection->requests == 0 || id - (uint32_t)connection->last_correlation_id <= CREDIBLE_STEP;
}

static bool
is_request(const kafka_connection *connection, tvbuff_t *tvb, packet_info *pinfo, uint32_t offset)
{
    kafka_fit fit = kafka_fit_request(tvb, pinfo, offset);

    return fit == KAFKA_FITS || (fit == KAFKA_FITS_SO_FAR && is_next_request(connection, tvb, offset));
}

/* Is this enough of a response that is not whole? Octets of 0 can be the correlation id 0 and much else. */
static bool
is_credible(tvbuff_t *tvb, uint32_t offset, uint32_t left)
{
    return left >= CREDIBLE_LENGTH && tvb_get_ntohl(tvb, (int)offset) <= CREDIBLE_SIZE &&
           tvb_get_ntohl(tvb, (int)offset + KAFKA_SIZE_LENGTH) != 0;
}

/* Is there a response to a request that waits? */
static bool
is_response(const kafka_connection *connection, tvbuff_t *tvb, packet_info *pinfo, uint32_t offset)
{
    const kafka_exchange *exchange;
    uint32_t left = tvb_captured_length(tvb) - offset;

    if (left < KAFKA_SIZE_LENGTH + KAFKA_RESPONSE_FIXED)
        return false;
    exchange = kafka_waiting(connection, tvb_get_ntohil(tvb, (int)offset + KAFKA_SIZE_LENGTH));
    if (!exchange)
        return false;

    kafka_fit fit = kafka_fit_response(tvb, pinfo, offset, exchange->api_key, exchange->api_version);
    return fit == KAFKA_FITS || (fit == KAFKA_FITS_SO_FAR && (offset == 0 || is_credible(tvb, offset, left)));
}

/* Does a message begin at `offset`, whole or not, of which a trial finds nothing wrong? */
static bool
is_message(const kafka_connection *connection, tvbuff_t *tvb, packet_info *pinfo, uint32_t offset)
{
    bool to_server = kafka_to_server(connection, pinfo);

    return (!(connection->sure_of_server && !to_server) && is_request(connection, tvb, pinfo, offset)) ||
           (!(connection->sure_of_server && to_server) && is_response(connection, tvb, pinfo, offset)) ||
           (connection->framing != KAFKA_FRAMING_MODERN && kafka_legacy_message_at(tvb, pinfo, offset));
}

/* Do the sizes, one after another, lead from the begin of the segment to its end? */
static bool
sizes_agree(tvbuff_t *tvb)
{
    uint32_t offset = 0, length = tvb_reported_length(tvb), captured = tvb_captured_length(tvb);

    while (offset + KAFKA_SIZE_LENGTH <= captured) {
        int32_t size = tvb_get_ntohil(tvb, (int)offset);
        if (size < KAFKA_RESPONSE_FIXED || (uint32_t)size > length - offset - KAFKA_SIZE_LENGTH)
            return false;
        offset += KAFKA_SIZE_LENGTH + (uint32_t)size;
    }
    return offset == length;
}

/* In a connection that began before the capture, with nothing better to go by: may this begin with a response? */
static bool
could_be_response(const kafka_connection *connection, tvbuff_t *tvb, packet_info *pinfo)
{
    return !(connection->sure_of_server && kafka_to_server(connection, pinfo)) &&
           kafka_could_be_response(tvb, pinfo, 0);
}

/* Where the first message from `offset` on begins; the length of `tvb` if none does. */
static uint32_t
find_message(const kafka_connection *connection, tvbuff_t *tvb, packet_info *pinfo, uint32_t offset)
{
    uint32_t captured = tvb_captured_length(tvb);

    while (offset < captured && !is_message(connection, tvb, pinfo, offset))
        offset++;
    return offset < captured ? offset : tvb_reported_length(tvb);
}

/* --------------------------------------------------------------------------------- what is before the first message */

typedef struct {
    uint32_t sequence;
    uint32_t length;
} skip;

/* In the order in which sequence numbers are counted: how far `to` is behind `from`. */
static int32_t
distance(uint32_t from, uint32_t to)
{
    return (int32_t)(to - from);
}

static void
remember_skip(packet_info *pinfo, uint32_t key, uint32_t sequence, uint32_t length)
{
    wmem_array_t *skips = (wmem_array_t *)p_get_proto_data(wmem_file_scope(), pinfo, proto_kafka, key);

    if (!skips) {
        skips = wmem_array_new(wmem_file_scope(), sizeof(skip));
        p_add_proto_data(wmem_file_scope(), pinfo, proto_kafka, key, skips);
    }
    wmem_array_append_one(skips, ((skip){ sequence, length }));
}

/* 0 if none was */
static uint32_t
remembered_skip(packet_info *pinfo, uint32_t key, uint32_t sequence)
{
    wmem_array_t *skips = (wmem_array_t *)p_get_proto_data(wmem_file_scope(), pinfo, proto_kafka, key);

    for (unsigned i = 0; skips && i < wmem_array_get_count(skips); i++) {
        const skip *one = (const skip *)wmem_array_index(skips, i);
        if (one->sequence == sequence)
            return one->length;
    }
    return 0;
}

/* Was the begin of the connection captured? */
static bool
has_begin(packet_info *pinfo)
{
    return get_tcp_conversation_data(NULL, pinfo)->server_port != 0;
}

/* Is this what follows the SYN? */
static bool
follows_begin(packet_info *pinfo, uint32_t sequence)
{
    return sequence == 1 || sequence == get_tcp_conversation_data(NULL, pinfo)->fwd->base_seq + 1;
}

/* How many octets of the segment are before its first message. First pass. */
static uint32_t
octets_before_message(const kafka_segment *segment, tvbuff_t *tvb, packet_info *pinfo)
{
    const kafka_flow *flow = segment->flow;
    uint32_t length = tvb_reported_length(tvb);
    bool is_late = false;

    if (flow->known) {
        int32_t left = distance(segment->sequence, flow->end);
        if (left == 0 || segment->sequence == flow->begin)
            return 0;
        if (left > 0)
            return MIN((uint32_t)left, length);
    } else if (!has_begin(pinfo)) {
        is_late = true;
    } else if (follows_begin(pinfo, segment->sequence)) {
        return 0;
    }
    if (is_message(segment->connection, tvb, pinfo, 0) || sizes_agree(tvb))
        return 0;

    uint32_t before = find_message(segment->connection, tvb, pinfo, 1);
    return before == length && is_late && could_be_response(segment->connection, tvb, pinfo) ? 0 : before;
}

static void
show_skip(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, uint32_t length)
{
    proto_tree *subtree = proto_item_add_subtree(
        proto_tree_add_item(tree, proto_kafka, tvb, 0, (int)length, ENC_NA), ett_kafka);

    kafka_add_note(subtree, pinfo, tvb, 0, 0, KAFKA_NO_BEGIN,
                   "%u octets of messages that began in segments which are not in this capture", length);
    proto_tree_add_item(subtree, hf_kafka_undecoded, tvb, 0, (int)length, ENC_NA);
    col_append_sep_str(pinfo->cinfo, COL_INFO, " | ", "Part of a message without its beginning");
    col_set_fence(pinfo->cinfo, COL_INFO);
}

/* -------------------------------------------------------------------------------------------------------- segments */

/* The octets from a size that is impossible, at `offset`, to the next message that is found in the segment, or all. */
static unsigned
length_after_bad_size(const kafka_segment *segment, tvbuff_t *tvb, packet_info *pinfo, uint32_t offset)
{
    uint32_t length = tvb_reported_length(tvb) - offset;

    if (!segment->has_sequence)
        return length;
    if (PINFO_FD_VISITED(pinfo)) {
        uint32_t remembered = remembered_skip(pinfo, BAD_SIZES_KEY, segment->sequence + offset);
        return remembered > 0 ? remembered : length;
    }
    length = find_message(segment->connection, tvb, pinfo, offset + KAFKA_SIZE_LENGTH) - offset;
    remember_skip(pinfo, BAD_SIZES_KEY, segment->sequence + offset, length);
    return length;
}

/* What tcp_dissect_pdus wants: the octets of the message at `offset`, its size included. */
static unsigned
message_length(packet_info *pinfo, tvbuff_t *tvb, int offset, void *data)
{
    kafka_segment *segment = (kafka_segment *)data;
    kafka_flow *flow = segment->flow;
    int32_t size = tvb_get_ntohil(tvb, offset);
    bool possible = !kafka_impossible_size(size);
    unsigned length = possible ? KAFKA_SIZE_LENGTH + (unsigned)size
                               : length_after_bad_size(segment, tvb, pinfo, (uint32_t)offset);

    if (!PINFO_FD_VISITED(pinfo) && segment->has_sequence) {
        flow->begin = segment->sequence + (uint32_t)offset;
        flow->end = flow->begin + length;
        flow->known = possible || (unsigned)offset + length < tvb_reported_length(tvb);
    }
    return length;
}

void
kafka_dissect_stream(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, bool desegment, void *data)
{
    kafka_segment segment = { .connection = kafka_connection_of(pinfo) };
    uint32_t before = 0;

    segment.flow = kafka_flow_of(segment.connection, pinfo);
    if (data && kafka_is_over_tcp(pinfo)) {
        segment.has_sequence = true;
        segment.sequence = ((const struct tcpinfo *)data)->seq;
        if (PINFO_FD_VISITED(pinfo)) {
            before = remembered_skip(pinfo, SKIPS_KEY, segment.sequence);
        } else {
            before = octets_before_message(&segment, tvb, pinfo);
            if (before > 0)
                remember_skip(pinfo, SKIPS_KEY, segment.sequence, before);
        }
    }
    if (before > 0) {
        show_skip(tvb, pinfo, tree, before);
        if (before == tvb_reported_length(tvb))
            return;
        tvb = tvb_new_subset_remaining(tvb, (int)before);
        segment.sequence += before;
    }
    tcp_dissect_pdus(tvb, pinfo, tree, desegment, KAFKA_SIZE_LENGTH, message_length, kafka_dissect_message, &segment);
    if (pinfo->desegment_len != 0)
        pinfo->desegment_offset += (int)before;
}
