/* telemetry.h
 * The metrics that clients push to brokers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_TELEMETRY_H
#define KAFKA_TELEMETRY_H

#include "reader.h"

/**
 * Shows a field of metrics that `r` has just shown under `tree`: they are
 * decompressed into a data source of their own and handed to Wireshark's
 * dissector for protobuf as the MetricsData of OpenTelemetry (KIP-714), which
 * names the fields if the user has OpenTelemetry's .proto files on the search
 * path of that dissector. `compression` is the codec's number in the request.
 * Octets that are no MetricsData stay octets. Does not throw.
 */
void kafka_show_metrics(kafka_reader *r, proto_tree *tree, const kafka_value *value, int64_t compression);

/** Registers the fields of this. */
void kafka_register_telemetry(int proto);

#endif
