/* validate_parts.h
 * What the rooms of validate share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_VALIDATE_PARTS_H
#define KAFKA_GEN_VALIDATE_PARTS_H

#include "model.h"

/** The fields of a message or of one of its structs. */
typedef struct {
    diag *diag;
    const message *message;
    const GPtrArray *fields;
    versions present;                   /* of the message or struct */
    const char *where;                  /* for diag_error */
} scope;

/** All rules about one field. */
void validate_field(const scope *s, const field *f);

/** All rules about the bits of a field that has some. */
void validate_bits(const scope *s, const field *f);

#endif
