/* mutate.h
 * Changes messages at random
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_FUZZ_MUTATE_H
#define KAFKA_FUZZ_MUTATE_H

#include <stdint.h>
#include <glib.h>

/** The next number of a sequence that `state` alone decides (xorshift64*). */
uint64_t fuzz_random(uint64_t *state);

/** A state that is the input's alone, whichever inputs were made before. */
uint64_t fuzz_seed(uint64_t seed, uint64_t input);

/**
 * Changes a message without its size in one of several ways: bits, octets, lengths set to extremes, parts left out,
 * doubled or put in, the beginning of it and the end of `other`.
 */
void fuzz_mutate(GByteArray *message, const uint8_t *other, uint32_t other_length, uint64_t *random);

#endif
