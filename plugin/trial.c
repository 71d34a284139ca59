/* trial.c
 * Trials: could these octets be a request, or the response to a request?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "trial.h"

#include <epan/exceptions.h>

#include "apis.h"
#include "compat.h"
#include "message.h"
#include "reader_parts.h"

/* Octets of the largest message that all known responses are tried on: whole, and as far as it is there. */
#define WHOLE_SIZE 65536
#define BEGUN_SIZE 1048576
#define API_VERSIONS 18                 /* the API with which most connections begin */
#define LONGEST_TOPIC 249               /* octets of a topic's name, as brokers have it */

/* ------------------------------------------------------------------------------------------- what values make sense */

static bool
is_topic(const uint8_t *name, int32_t length)
{
    for (int32_t i = 0; i < length; i++) {
        if (!g_ascii_isalnum(name[i]) && name[i] != '.' && name[i] != '_' && name[i] != '-')
            return false;
    }
    return length <= LONGEST_TOPIC;
}

static bool
is_text(const uint8_t *text, int32_t length)
{
    for (int32_t i = 0; i < length; i++) {
        if (g_ascii_iscntrl(text[i]))
            return false;
    }
    return g_utf8_validate((const char *)text, length, NULL);
}

static bool
makes_sense(kafka_reader *r, kafka_role role, const kafka_value *value)
{
    const uint8_t *octets = r->data + value->offset;
    int32_t length = MAX(value->length, 0);

    switch (role) {
    case KAFKA_TOPIC_NAME:
        return is_topic(octets, length);
    case KAFKA_CLIENT_ID:
        return is_text(octets, length);
    case KAFKA_ERROR_CODE:
        return try_val_to_str_ext((uint32_t)value->number, &kafka_error_values) != NULL;
    default:
        return true;
    }
}

/* What a message names, in legal names that are not empty. */
typedef struct {
    bool client;
    bool topic;
} names;

static void
check_role(kafka_reader *r, proto_tree *tree _U_, kafka_role role, const kafka_value *value)
{
    if (!makes_sense(r, role, value))
        kafka_fail(r, KAFKA_TRAILING);
    if (role == KAFKA_CLIENT_ID)
        ((names *)r->context)->client = value->length > 0;
    else if (role == KAFKA_TOPIC_NAME && value->length > 0)
        ((names *)r->context)->topic = true;
}

/* ---------------------------------------------------------------------------------------------------------- trials */

bool
kafka_impossible_size(int32_t size)
{
    return size < 0 || (uint32_t)size > kafka_max_size;
}

/* A reader behind the size at `offset`, with the message to read; false if there is no size of `least` octets or more.
 */
static bool
begin_trial(kafka_reader *r, tvbuff_t *tvb, packet_info *pinfo, uint32_t offset, uint32_t least)
{
    kafka_reader_init(r, tvb, pinfo);
    if (offset > r->captured || r->captured - offset < KAFKA_SIZE_LENGTH + least)
        return false;

    int32_t size = tvb_get_ntohil(tvb, (int)offset);
    if (kafka_impossible_size(size) || (uint32_t)size < least)
        return false;
    r->offset = offset + KAFKA_SIZE_LENGTH;
    r->end = r->offset + (uint32_t)size;
    r->captured = MIN(r->captured, r->end);
    r->quiet = true;
    r->listener = check_role;
    return true;
}

static void
read_parts(kafka_reader *r, const kafka_message *header, const kafka_message *body, int16_t version)
{
    kafka_read_message(r, NULL, header, kafka_header_of(body, version));
    kafka_read_message(r, NULL, body, version);
}

static kafka_fit
try_message(kafka_reader *r, const kafka_message *header, const kafka_message *body, int16_t version,
            names *named)
{
    volatile bool cut = false;

    *named = (names){ .client = false };
    r->context = named;

    if (r->captured == r->end) {
        read_parts(r, header, body, version);
    } else {
        TRY {
            read_parts(r, header, body, version);
        }
        CATCH_ALL {
            cut = true;
        }
        ENDTRY;
    }
    if (r->failure != KAFKA_FINE)
        return KAFKA_FITS_NOT;
    if (cut)
        return KAFKA_FITS_SO_FAR;
    return r->offset == r->end ? KAFKA_FITS : KAFKA_FITS_NOT;
}

/* The API and the version are those in the octets. */
static kafka_fit
try_request(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset, names *named)
{
    kafka_reader r;

    if (!begin_trial(&r, tvb, pinfo, offset, KAFKA_REQUEST_FIXED))
        return KAFKA_FITS_NOT;

    const kafka_api *api = kafka_api_of(tvb_get_ntohis(tvb, (int)r.offset));
    int16_t version = tvb_get_ntohis(tvb, (int)r.offset + 2);
    if (!api || !kafka_has_version(api->request, version))
        return KAFKA_FITS_NOT;
    return try_message(&r, &kafka_request_header, api->request, version, named);
}

kafka_fit
kafka_fit_request(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset)
{
    names named;
    kafka_fit fit = try_request(tvb, pinfo, offset, &named);

    return fit == KAFKA_FITS_SO_FAR && !named.client ? KAFKA_FITS_NOT : fit;
}

bool
kafka_surely_request(tvbuff_t *tvb, packet_info *pinfo)
{
    names named;

    return try_request(tvb, pinfo, 0, &named) == KAFKA_FITS &&
           (named.client || named.topic || tvb_get_ntohis(tvb, KAFKA_SIZE_LENGTH) == API_VERSIONS) &&
           tvb_get_ntohil(tvb, KAFKA_SIZE_LENGTH + 4) >= 0;
}

static kafka_fit
try_response(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset, const kafka_message *response, int16_t version)
{
    kafka_reader r;
    names named;

    if (!begin_trial(&r, tvb, pinfo, offset, KAFKA_RESPONSE_FIXED))
        return KAFKA_FITS_NOT;
    return try_message(&r, &kafka_response_header, response, version, &named);
}

kafka_fit
kafka_fit_response(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset, int16_t api_key, int16_t api_version)
{
    const kafka_api *api = kafka_api_of(api_key);
    kafka_fit fit = KAFKA_FITS_NOT;

    if (!api)
        return fit;
    if (kafka_has_version(api->response, api_version))
        fit = try_response(tvb, pinfo, offset, api->response, api_version);
    if (fit == KAFKA_FITS_NOT && api->response->fallback >= 0)
        fit = try_response(tvb, pinfo, offset, api->response, api->response->fallback);
    return fit;
}

/*
 * How many responses, of an API in a version, this could be, of which at least
 * `wanted` is known; counts no further than `most`. Gives the first one.
 */
static unsigned
count_responses(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset, kafka_fit wanted, unsigned most, int16_t *api_key,
                int16_t *api_version)
{
    unsigned found = 0;

    for (unsigned key = 0; key < kafka_api_count; key++) {
        const kafka_api *api = kafka_api_of((int16_t)key);
        if (!api)
            continue;
        for (int16_t version = api->response->versions.first; version <= api->response->versions.last; version++) {
            if (try_response(tvb, pinfo, offset, api->response, version) < wanted)
                continue;
            if (found++ == 0) {
                *api_key = (int16_t)key;
                *api_version = version;
            }
            if (found == most)
                return found;
        }
    }
    return found;
}

static bool
is_worth_trials(tvbuff_t *tvb, uint32_t offset, uint32_t largest)
{
    return tvb_captured_length_remaining(tvb, (int)offset) >= KAFKA_SIZE_LENGTH + KAFKA_RESPONSE_FIXED &&
           tvb_get_ntohl(tvb, (int)offset) <= largest;
}

bool
kafka_could_be_response(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset)
{
    int16_t key, version;

    return is_worth_trials(tvb, offset, BEGUN_SIZE) &&
           count_responses(tvb, pinfo, offset, KAFKA_FITS_SO_FAR, 1, &key, &version) == 1;
}

bool
kafka_guess_response(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset, int16_t *api_key, int16_t *api_version)
{
    return is_worth_trials(tvb, offset, WHOLE_SIZE) &&
           count_responses(tvb, pinfo, offset, KAFKA_FITS, 2, api_key, api_version) == 1;
}
