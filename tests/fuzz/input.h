/* input.h
 * What one run of the dissection gets: messages in segments
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_FUZZ_INPUT_H
#define KAFKA_FUZZ_INPUT_H

#include "session.h"

/** A request and its response, without their sizes. */
typedef struct {
    GBytes *request;
    GBytes *response;
} fuzz_exchange;

/**
 * Reads a corpus: for each exchange the request's length as a big-endian uint32, the request, the response's length,
 * the response. Exits if there is none. The array owns its exchanges.
 */
GArray *fuzz_read_corpus(const char *path);

#define FUZZ_MOST_SEGMENTS 64

typedef struct {
    GByteArray *octets[2];              /* all that the client and that the server sends */
    fuzz_segment segments[FUZZ_MOST_SEGMENTS];  /* with parts of `octets` as their payload */
    unsigned count;
    uint16_t client_port;
    fuzz_view first, second;
    bool again;
    uint64_t random;
} fuzz_input;

void fuzz_input_init(fuzz_input *input);
void fuzz_input_clear(fuzz_input *input);

/** Makes the input that `seed` and `number` decide. */
void fuzz_make_input(fuzz_input *input, const GArray *corpus, uint64_t seed, uint64_t number);

/**
 * Makes an input of octets that say everything: flags, then what the client sends, then what the server sends. `number`
 * makes it a connection of its own.
 */
void fuzz_input_of_octets(fuzz_input *input, const uint8_t *octets, size_t length, uint64_t number);

/** Dissects it. Returns what is wrong with the outcome, or NULL. */
const char *fuzz_run(fuzz_input *input);

/** The input as a capture file that Wireshark reads. */
GByteArray *fuzz_capture_of(const fuzz_input *input);

#endif
