/* legacy_fits.h
 * Trials: is a message one of Kafka 0.7's?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_LEGACY_FITS_H
#define KAFKA_LEGACY_FITS_H

#include "reader.h"

#define KAFKA_LEGACY_LENGTH 4           /* octets of REQUEST_LENGTH and of RESPONSE_LENGTH */
#define KAFKA_LEGACY_TYPE_OFFSET 4      /* of REQUEST_TYPE */
#define KAFKA_LEGACY_HEADER 6           /* octets of a request's header, and of a response's */

/**
 * The API whose response is the only one that `tvb` can be, to its last octet; NULL
 * if none or several are. Shows nothing, never throws. NULL also if the capture
 * does not hold all of it.
 */
const kafka_api *kafka_legacy_api_of_response(tvbuff_t *tvb, packet_info *pinfo);

#endif
