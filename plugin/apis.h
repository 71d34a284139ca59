/* apis.h
 * Looks up what the schemas know of an API
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_APIS_H
#define KAFKA_APIS_H

#include "messages.h"

/** The API of a key; NULL if it is not known. */
static inline const kafka_api *
kafka_api_of(int16_t key)
{
    return key >= 0 && (unsigned)key < kafka_api_count && kafka_apis[key].name ? &kafka_apis[key] : NULL;
}

static inline bool
kafka_has_version(const kafka_message *message, int16_t version)
{
    return version >= message->versions.first && version <= message->versions.last;
}

/** The version of a request's or response's header; of one with an unknown version, that of the nearest known one. */
static inline int16_t
kafka_header_of(const kafka_message *message, int16_t version)
{
    int16_t header = message->headers[0].header;

    for (unsigned i = 1; i < message->header_count && message->headers[i].from <= version; i++)
        header = message->headers[i].header;
    return header;
}

#endif
