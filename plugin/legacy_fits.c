/* legacy_fits.c
 * Trials: is a message one of Kafka 0.7's?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "legacy_fits.h"

#include "compat.h"
#include "legacy.h"
#include "legacy_messages.h"
#include "messages.h"
#include "reader_parts.h"

#define TOPIC_LONGEST 249               /* octets of a topic's name; from Kafka's class Topic */

/* What was met in a trial; the context of its reader. */
typedef struct {
    unsigned topics;
    unsigned messages;                  /* whole ones */
} findings;

static bool
is_topic(const uint8_t *name, int32_t length)
{
    if (length < 1 || length > TOPIC_LONGEST)
        return false;
    for (int32_t i = 0; i < length; i++) {
        if (!g_ascii_isalnum(name[i]) && name[i] != '.' && name[i] != '_' && name[i] != '-')
            return false;
    }
    return true;
}

static void
note_request_role(kafka_reader *r, proto_tree *tree _U_, kafka_role role, const kafka_value *value)
{
    findings *found = (findings *)r->context;

    if (role != KAFKA_TOPIC_NAME)
        return;
    found->topics++;
    if (!is_topic(r->data + value->offset, value->length))
        kafka_fail(r, KAFKA_BAD_STRING_LENGTH);
}

static void
note_response_role(kafka_reader *r, proto_tree *tree _U_, kafka_role role, const kafka_value *value)
{
    findings *found = (findings *)r->context;

    if (role == KAFKA_LEGACY_MESSAGES) {
        unsigned whole = 0;
        if (!kafka_legacy_are_messages(r->data + value->offset, (uint32_t)value->length, &whole) ||
            (whole == 0 && value->length > 0))
            kafka_fail(r, KAFKA_BAD_BATCH_LENGTH);
        found->messages += whole;
    } else if (role == KAFKA_LEGACY_SETS) {
        kafka_reader sets = *r;
        sets.offset = value->offset;
        sets.end = value->offset + (uint32_t)value->length;
        while (left(&sets) > 0 && sets.failure == KAFKA_FINE) {
            kafka_reader set = sets;
            if (kafka_legacy_limit(&sets, &set)) {
                kafka_legacy_message_set.dissect(&set, NULL);
                sets.offset = set.end;
                sets.failure = set.failure;
            } else
                sets.failure = KAFKA_TRUNCATED;
        }
        if (sets.failure != KAFKA_FINE || value->length == 0)
            kafka_fail(r, KAFKA_TRUNCATED);
    }
}

/* Do the octets behind the header decode to exactly the end? */
static bool
fits(tvbuff_t *tvb, packet_info *pinfo, const kafka_message *body, kafka_listener listener, findings *found)
{
    kafka_reader r;

    kafka_reader_init(&r, tvb, pinfo);
    r.quiet = true;
    r.listener = listener;
    r.context = found;
    r.offset = KAFKA_LEGACY_HEADER;
    body->dissect(&r, NULL);
    return r.failure == KAFKA_FINE && r.offset == r.end;
}

static bool
is_whole(tvbuff_t *tvb)
{
    uint32_t length = tvb_reported_length(tvb);

    return length >= KAFKA_LEGACY_HEADER && tvb_captured_length(tvb) == length &&
           tvb_get_ntohl(tvb, 0) == length - KAFKA_LEGACY_LENGTH;
}

bool
kafka_legacy_request_fits(tvbuff_t *tvb, packet_info *pinfo)
{
    findings found = { 0 };

    if (!is_whole(tvb))
        return false;

    uint16_t type = tvb_get_ntohs(tvb, KAFKA_LEGACY_TYPE_OFFSET);
    return type < kafka_legacy_api_count &&
           fits(tvb, pinfo, kafka_legacy_apis[type].request, note_request_role, &found) && found.topics > 0;
}

static bool
has_known_error(tvbuff_t *tvb)
{
    return try_val_to_str_ext((uint32_t)tvb_get_ntohis(tvb, KAFKA_LEGACY_LENGTH), &kafka_legacy_error_values) != NULL;
}

/* The only API whose response that can be, with what was found in it. */
static const kafka_api *
only_api(tvbuff_t *tvb, packet_info *pinfo, findings *found)
{
    const kafka_api *only = NULL;

    if (!is_whole(tvb) || !has_known_error(tvb))
        return NULL;
    for (unsigned i = 0; i < kafka_legacy_api_count; i++) {
        const kafka_api *api = &kafka_legacy_apis[i];
        findings here = { 0 };

        if (!api->response || !fits(tvb, pinfo, api->response, note_response_role, &here))
            continue;
        if (only)
            return NULL;
        only = api;
        *found = here;
    }
    return only;
}

const kafka_api *
kafka_legacy_api_of_response(tvbuff_t *tvb, packet_info *pinfo)
{
    findings found = { 0 };

    return only_api(tvb, pinfo, &found);
}

bool
kafka_legacy_message_at(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset)
{
    uint32_t left_over = tvb_captured_length(tvb) - offset;

    if (left_over < KAFKA_LEGACY_HEADER || tvb_get_ntohl(tvb, (int)offset) > left_over - KAFKA_LEGACY_LENGTH)
        return false;

    /* Before more is looked at: no type and no error code is farther from 0. */
    int16_t number = tvb_get_ntohis(tvb, (int)offset + KAFKA_LEGACY_TYPE_OFFSET);
    if (number < -1 || number > (int16_t)kafka_legacy_api_count)
        return false;

    tvbuff_t *message = tvb_new_subset_length(tvb, (int)offset,
                                              (int)(KAFKA_LEGACY_LENGTH + tvb_get_ntohl(tvb, (int)offset)));
    return kafka_legacy_request_fits(message, pinfo) || kafka_legacy_response_fits(message, pinfo);
}

bool
kafka_legacy_response_fits(tvbuff_t *tvb, packet_info *pinfo)
{
    findings found = { 0 };

    return only_api(tvb, pinfo, &found) && found.messages > 0;
}
