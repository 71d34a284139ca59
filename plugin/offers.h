/* offers.h
 * Which versions a broker offers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_OFFERS_H
#define KAFKA_OFFERS_H

#include "reader.h"

#define KAFKA_OFFERED_APIS 128          /* keys from 0 of which an offer is remembered */

/** The versions of an API in an offer. */
typedef struct {
    bool offered;
    int16_t first;
    int16_t last;
} kafka_offered;

/** What the answer to ApiVersions says (KIP-35), in file scope. */
typedef struct kafka_offer {
    kafka_offered apis[KAFKA_OFFERED_APIS];
    int16_t key;                        /* of the API that is being read */
} kafka_offer;

/**
 * A field of an answer to ApiVersions, with one of the roles for its keys and
 * versions, in the order of the wire. `*offer` is NULL at first. First pass.
 */
void kafka_offer_note(kafka_offer **offer, kafka_role role, const kafka_value *value);

/** Shows the versions of an API that the broker offers; `offer` may be NULL. */
void kafka_show_offer(proto_tree *tree, tvbuff_t *tvb, const kafka_offer *offer, int16_t api_key);

/** Notes if a request is of an API or a version that the broker does not offer; `offer` may be NULL. */
void kafka_check_offer(proto_tree *tree, packet_info *pinfo, tvbuff_t *tvb, const kafka_offer *offer, int16_t api_key,
                       int16_t api_version);

void kafka_register_offers(int proto);

#endif
