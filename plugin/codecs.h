/* codecs.h
 * Decompresses what producers compress: gzip, snappy, lz4, zstd
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_CODECS_H
#define KAFKA_CODECS_H

#include <stddef.h>
#include <stdint.h>

/** The codecs by the numbers that the attributes of batches and messages have. */
typedef enum {
    KAFKA_UNCOMPRESSED,
    KAFKA_GZIP,
    KAFKA_SNAPPY,
    KAFKA_LZ4,
    KAFKA_ZSTD                          /* KIP-110 */
} kafka_codec;

typedef enum {
    KAFKA_DECOMPRESSED,
    KAFKA_CORRUPT,                      /* it is something else, or ends too early */
    KAFKA_TOO_LARGE,                    /* it has more octets than the limit */
    KAFKA_UNKNOWN_CODEC
} kafka_codec_result;

/** What came out. */
typedef struct {
    uint8_t *data;                      /* the caller's, for g_free; NULL if there is nothing */
    size_t length;                      /* in octets, never more than the limit */
} kafka_decompressed;

/**
 * Decompresses `length` octets of `data`. What came out before something was
 * wrong is in `out`, too. Neither more memory is touched than twice the limit
 * and what a codec needs for itself, nor more time is spent than that takes:
 * nothing is believed that the compressed octets say of their size.
 *
 * - gzip: also several members one after another; what follows the last one is
 *   ignored, as Java's GZIPInputStream does.
 * - snappy: raw, or in blocks as snappy-java (xerial) frames them. Numbers of
 *   that framing are big-endian; some clients write them little-endian. A raw one
 *   that is too large gives no octets, for libsnappy has no streams.
 * - lz4: frames, also several. The checksum of a frame's header is not looked at:
 *   clients before 0.10 computed it over the wrong octets (KAFKA-3160, KIP-57).
 * - zstd: frames, also several. A window beyond 128 MiB counts as too large.
 */
kafka_codec_result kafka_decompress(kafka_codec codec, const uint8_t *data, size_t length, size_t limit,
                                    kafka_decompressed *out);

#endif
