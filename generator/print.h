/* print.h
 * The model as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_PRINT_H
#define KAFKA_GEN_PRINT_H

#include "model.h"
#include "writer.h"

/**
 * Writes all messages with their structs and fields, as `resolve` and `name` left them. A field has its name, type and
 * versions, then what is not the default ("nullable 3+", "tag 0 12+", "role topic_name", "format error"),
 * and its filter name.
 */
void print_model(writer *w, const model *m);

#endif
