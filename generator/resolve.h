/* resolve.h
 * Ties the types of fields to the structs they name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_RESOLVE_H
#define KAFKA_GEN_RESOLVE_H

#include "model.h"

/**
 * Fills what model.h lists under "resolve", in the structs' fields too, and the
 * header versions of requests and responses that name none, by Kafka's rule
 * (ApiMessageType): a flexible request has header 2 and another 1, a response 1
 * or 0.
 *
 * Notes as errors: an unknown type, "fields" of what is not a struct, two
 * structs of one name in a message that differ, a struct that contains itself.
 * After an error a field's `structure` may be NULL.
 */
void resolve(model *m, diag *d);

/** The versions in which a field lies in the struct itself, and those in which it is a tagged field. */
versions field_plain(const field *f);
versions field_tagged(const field *f);

#endif
