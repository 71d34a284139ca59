/* validate.h
 * Do the messages make sense?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_VALIDATE_H
#define KAFKA_GEN_VALIDATE_H

#include "model.h"

/**
 * Checks all rules for a resolved model (see the tables at the end of
 * validate.c). What is said of a request and its response together is not
 * checked after an error in any file: the other one may be missing for that.
 */
void validate(const model *m, diag *d);

#endif
