/* schema_text.h
 * A message as the text of a schema file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_SCHEMA_TEXT_H
#define KAFKA_GEN_SCHEMA_TEXT_H

#include "model.h"

/**
 * JSON in the manner of Kafka's own files: a field to a line, broken at 120 columns. Holds what schemas/README.md
 * lists, in its order, but "ignorable" and "zeroCopy". For the caller to free.
 */
char *schema_text(const message *m);

#endif
