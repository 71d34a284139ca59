/* heuristic.h
 * Finds Kafka on any port by what is said
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_HEURISTIC_H
#define KAFKA_HEURISTIC_H

/**
 * Registers the heuristics kafka_tcp and kafka_tls. A connection is Kafka's from
 * its first segment on that begins with a whole request of which a trial finds
 * nothing wrong (see trial.h), and that is followed by nothing but requests.
 * Registered last, they are tried before those of Wireshark's own dissectors.
 * Called once, when plugins hand off.
 */
void kafka_handoff_heuristic(int proto);

#endif
