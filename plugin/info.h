/* info.h
 * What a message says in the Info column
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_INFO_H
#define KAFKA_INFO_H

#include "reader.h"

#define KAFKA_INFO_NAMES 2              /* so many topics and error codes are named, the others are counted */

/** Where a text lies in the message; length 0: there is none. */
typedef struct {
    uint32_t offset;
    uint32_t length;
} kafka_text;

/** What was met in a message: zero at first, filled by kafka_info_note, in the order of the wire. */
typedef struct {
    kafka_text topics[KAFKA_INFO_NAMES];
    const char *topic_names[KAFKA_INFO_NAMES];  /* of topics that are there by their id; NULL for others */
    unsigned topic_count;
    int16_t errors[KAFKA_INFO_NAMES];   /* distinct ones, without 0 (NONE) */
    unsigned error_count;
    kafka_text group;
    kafka_text transaction;
    kafka_text client;
    value_string_ext *error_values;     /* the names of error codes; NULL: kafka_error_values */
    const char *remark;                 /* stands last; NULL: none. In packet scope */
} kafka_info;

/** Notes a field if the Info column has room for its role. */
void kafka_info_note(kafka_info *info, kafka_role role, const kafka_value *value);

/** Notes a topic that is there by its id; the name must live as long as the packet. */
void kafka_info_topic(kafka_info *info, const char *name);

/**
 * Adds a message to the Info column, behind those that the frame has already.
 * `what` begins it, as in "Fetch v17 Request (orders, payments +3) client=app-1";
 * the offsets in `info` are of `tvb`.
 */
void kafka_info_show(packet_info *pinfo, tvbuff_t *tvb, const kafka_info *info, const char *what);

#endif
