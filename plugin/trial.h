/* trial.h
 * Trials: could these octets be a request, or the response to a request?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_TRIAL_H
#define KAFKA_TRIAL_H

#include <epan/packet.h>

#include "connection.h"

/*
 * These read a message that would begin, with its size, at `offset` of `tvb`.
 * They show nothing and never throw. They are stricter than the reader, since
 * they look at octets of which nothing is known: besides having all its lengths
 * right up to the last octet, a message must have legal topic names, error
 * codes that exist, and a client id that is text.
 */

typedef enum {
    KAFKA_FITS_NOT,
    KAFKA_FITS_SO_FAR,                  /* up to where the segment or the capture ends, if behind the correlation id */
    KAFKA_FITS
} kafka_fit;

/** Is this a request of a known API, in a known version? So far only if its client id is whole and not empty. */
kafka_fit kafka_fit_request(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset);

/**
 * Is there beyond doubt a request at the beginning of `tvb`? It must be whole,
 * its correlation id must not be negative, and it must name its client or a topic
 * or be one of ApiVersions: else a few octets of another protocol could be one.
 */
bool kafka_surely_request(tvbuff_t *tvb, packet_info *pinfo);

/**
 * Is this the response to a request of an API, in its version or in that in
 * which old brokers answer to ApiVersions?
 */
kafka_fit kafka_fit_response(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset, int16_t api_key, int16_t api_version);

/**
 * The API and the version whose response this is, if there is exactly one. False
 * if none fits or several do, if the message is not whole, or if it is larger
 * than what is worth some hundred trials.
 */
bool kafka_guess_response(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset, int16_t *api_key, int16_t *api_version);

/** Could this be the response to some request that was not seen, as far as it goes? No if it is larger than that. */
bool kafka_could_be_response(tvbuff_t *tvb, packet_info *pinfo, uint32_t offset);

/** A size as it is before a message: no size of a message, or larger than the preference allows. */
bool kafka_impossible_size(int32_t size);

#endif
