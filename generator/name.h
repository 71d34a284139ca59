/* name.h
 * Labels, names in C, filter names, descriptions, roles and formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_NAME_H
#define KAFKA_GEN_NAME_H

#include "model.h"
#include "names.h"

/**
 * Fills what model.h lists under "name" in a resolved model. Notes as errors:
 * two things that would have one name, a field without a description, a key of
 * `n` that fits nothing, a role or format that a field's type can't have.
 */
void name(model *m, names *n, diag *d);

#endif
