/* session.h
 * Runs TCP segments through Wireshark's dissection, in this process
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_FUZZ_SESSION_H
#define KAFKA_FUZZ_SESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

/** How an input is looked at. */
typedef enum {
    VIEW_NOTHING,                       /* no tree, as tshark without options */
    VIEW_TREE,                          /* a visible tree, as tshark -V */
    VIEW_FIELDS,                        /* a tree for some fields that something refers to, as a filter does */
    VIEWS
} fuzz_view;

/** A segment of one connection; its payload is not owned. */
typedef struct {
    const uint8_t *payload;
    uint32_t length;
    uint32_t cut;                       /* octets at the end that were not captured */
    bool to_server;
} fuzz_segment;

#define FUZZ_HEADERS 40                 /* octets of IPv4 and TCP before a payload */

/** Starts Wireshark's library with the plugin, which is part of this program. Exits if that fails. */
void fuzz_start(const char *program);
void fuzz_stop(void);

/** Forgets all that is remembered of connections, as when a capture is closed. */
void fuzz_forget(void);

/**
 * Dissects the segments of a connection of its own in their order; with `again`, all of them a second time, as
 * tshark -2 does, and in `second`. `random` chooses the fields of VIEW_FIELDS. Returns what is wrong with the
 * outcome: NULL if nothing is. Ports: the server's is 9092.
 */
const char *fuzz_dissect(const fuzz_segment *segments, unsigned count, uint16_t client_port, fuzz_view first,
                         bool again, fuzz_view second, uint64_t *random);

/** Appends the segment as an IPv4 packet. `sequence` has the next sequence numbers of client and server. */
void fuzz_packet(const fuzz_segment *segment, uint16_t client_port, uint32_t sequence[2], GByteArray *out);

#endif
