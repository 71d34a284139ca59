/* test_codecs.c
 * Decompression: every framing that clients use, and what is broken
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "codecs.h"

#include <stdbool.h>
#include <string.h>

#include <glib.h>
#include <lz4frame.h>
#include <snappy-c.h>
#include <zlib.h>
#include <zstd.h>

#define KIBI ((size_t)1 << 10)
#define MEBI ((size_t)1 << 20)
#define LIMIT (32 * MEBI)

#define XERIAL_BIG "\x82SNAPPY\0" "\0\0\0\1" "\0\0\0\1"
#define XERIAL_LITTLE "\x82SNAPPY\0" "\1\0\0\0" "\1\0\0\0"
#define XERIAL_LENGTH 16

/* ------------------------------------------------------------------------------------------------ compressed octets */

/* Lines that differ, so that they need more than one block where there are many. */
static GByteArray *
text(size_t lines)
{
    GByteArray *made = g_byte_array_new();

    for (size_t i = 0; i < lines; i++) {
        char line[64];
        int length = g_snprintf(line, sizeof line, "%zu bottles, %zu of them empty\n", i, i * 7919 % 104729);
        g_byte_array_append(made, (const uint8_t *)line, (unsigned)length);
    }
    return made;
}

static void
append_gzip(GByteArray *made, const uint8_t *data, size_t length)
{
    z_stream stream = { .next_in = (Bytef *)(uintptr_t)data, .avail_in = (uInt)length };
    uint8_t *room = NULL;
    size_t bound;

    g_assert_cmpint(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY), ==, Z_OK);
    bound = deflateBound(&stream, (uLong)length);
    stream.next_out = room = (uint8_t *)g_malloc(bound);
    stream.avail_out = (uInt)bound;
    g_assert_cmpint(deflate(&stream, Z_FINISH), ==, Z_STREAM_END);
    g_byte_array_append(made, room, (unsigned)stream.total_out);
    deflateEnd(&stream);
    g_free(room);
}

static void
append_snappy(GByteArray *made, const uint8_t *data, size_t length)
{
    size_t size = snappy_max_compressed_length(length);
    char *room = (char *)g_malloc(size);

    g_assert_cmpint(snappy_compress((const char *)data, length, room, &size), ==, SNAPPY_OK);
    g_byte_array_append(made, (const uint8_t *)room, (unsigned)size);
    g_free(room);
}

static void
append_lz4(GByteArray *made, const uint8_t *data, size_t length)
{
    size_t bound = LZ4F_compressFrameBound(length, NULL);
    uint8_t *room = (uint8_t *)g_malloc(bound);
    size_t size = LZ4F_compressFrame(room, bound, data, length, NULL);

    g_assert_false(LZ4F_isError(size));
    g_byte_array_append(made, room, (unsigned)size);
    g_free(room);
}

static void
append_zstd(GByteArray *made, const uint8_t *data, size_t length)
{
    size_t bound = ZSTD_compressBound(length);
    uint8_t *room = (uint8_t *)g_malloc(bound);
    size_t size = ZSTD_compress(room, bound, data, length, 3);

    g_assert_false(ZSTD_isError(size));
    g_byte_array_append(made, room, (unsigned)size);
    g_free(room);
}

typedef void (*append_compressed)(GByteArray *made, const uint8_t *data, size_t length);

/* In blocks of `size`, as snappy-java; the lengths in big-endian order unless `little`. */
static GByteArray *
xerial(const GByteArray *plain, size_t size, const char *header, bool little)
{
    GByteArray *made = g_byte_array_new();

    g_byte_array_append(made, (const uint8_t *)header, XERIAL_LENGTH);
    for (size_t at = 0; at < plain->len; at += size) {
        GByteArray *block = g_byte_array_new();
        append_snappy(block, plain->data + at, MIN(size, plain->len - at));
        uint32_t length = little ? GUINT32_TO_LE(block->len) : GUINT32_TO_BE(block->len);
        g_byte_array_append(made, (const uint8_t *)&length, sizeof length);
        g_byte_array_append(made, block->data, block->len);
        g_byte_array_unref(block);
    }
    return made;
}

/* --------------------------------------------------------------------------------------------------------- checks */

static void
check_limit(kafka_codec codec, const GByteArray *compressed, const uint8_t *expected, size_t length,
            kafka_codec_result result, size_t limit)
{
    kafka_decompressed out;

    g_assert_cmpint(kafka_decompress(codec, compressed->data, compressed->len, limit, &out), ==, result);
    g_assert_cmpmem(out.data, out.length, expected, length);
    g_free(out.data);
}

static void
check(kafka_codec codec, const GByteArray *compressed, const GByteArray *expected)
{
    check_limit(codec, compressed, expected->data, expected->len, KAFKA_DECOMPRESSED, LIMIT);
}

static const struct {
    const char *name;
    kafka_codec codec;
    append_compressed append;
} codecs[] = {
    { "gzip", KAFKA_GZIP, append_gzip },
    { "snappy", KAFKA_SNAPPY, append_snappy },
    { "lz4", KAFKA_LZ4, append_lz4 },
    { "zstd", KAFKA_ZSTD, append_zstd },
};

static void
test_each(void)
{
    GByteArray *plain = text(100000);

    for (size_t i = 0; i < G_N_ELEMENTS(codecs); i++) {
        GByteArray *compressed = g_byte_array_new();
        codecs[i].append(compressed, plain->data, plain->len);
        check(codecs[i].codec, compressed, plain);
        /* A limit that is met exactly is none. */
        check_limit(codecs[i].codec, compressed, plain->data, plain->len, KAFKA_DECOMPRESSED, plain->len);
        g_byte_array_unref(compressed);
    }
    g_byte_array_unref(plain);
}

static void
test_limit_by_one(void)
{
    GByteArray *plain = text(10000);
    size_t limit = plain->len - 1;

    for (size_t i = 0; i < G_N_ELEMENTS(codecs); i++) {
        GByteArray *compressed = g_byte_array_new();
        codecs[i].append(compressed, plain->data, plain->len);
        check_limit(codecs[i].codec, compressed, plain->data, codecs[i].codec == KAFKA_SNAPPY ? 0 : limit,
                    KAFKA_TOO_LARGE, limit);
        g_byte_array_unref(compressed);
    }
    g_byte_array_unref(plain);
}

/* Nothing at all in a codec's framing is no fault; no octets at all are. */
static void
test_empty(void)
{
    GByteArray *nothing = g_byte_array_new();

    for (size_t i = 0; i < G_N_ELEMENTS(codecs); i++) {
        GByteArray *compressed = g_byte_array_new();
        codecs[i].append(compressed, (const uint8_t *)"", 0);
        check_limit(codecs[i].codec, compressed, NULL, 0, KAFKA_DECOMPRESSED, LIMIT);
        check_limit(codecs[i].codec, nothing, NULL, 0, KAFKA_CORRUPT, LIMIT);
        g_byte_array_unref(compressed);
    }
    g_byte_array_unref(nothing);
}

/* Cut anywhere: never whole, never more than there is, and all that came out is right. */
static void
test_cut(void)
{
    GByteArray *plain = text(3000);

    for (size_t i = 0; i < G_N_ELEMENTS(codecs); i++) {
        GByteArray *compressed = g_byte_array_new();
        codecs[i].append(compressed, plain->data, plain->len);
        for (size_t length = 0; length < compressed->len; length += 1 + length / 40) {
            kafka_decompressed out;
            g_assert_cmpint(kafka_decompress(codecs[i].codec, compressed->data, length, LIMIT, &out), ==, KAFKA_CORRUPT);
            g_assert_cmpuint(out.length, <=, plain->len);
            if (out.length > 0)
                g_assert_cmpmem(out.data, out.length, plain->data, out.length);
            g_free(out.data);
        }
        g_byte_array_unref(compressed);
    }
    g_byte_array_unref(plain);
}

static void
test_partial_output(void)
{
    GByteArray *plain = text(100000), *compressed = g_byte_array_new();
    kafka_decompressed out;

    append_gzip(compressed, plain->data, plain->len);
    g_assert_cmpint(kafka_decompress(KAFKA_GZIP, compressed->data, compressed->len / 2, LIMIT, &out), ==, KAFKA_CORRUPT);
    g_assert_cmpuint(out.length, >, plain->len / 3);
    g_assert_cmpmem(out.data, out.length, plain->data, out.length);
    g_free(out.data);
    g_byte_array_unref(compressed);
    g_byte_array_unref(plain);
}

static void
test_noise(void)
{
    GRand *random = g_rand_new_with_seed(4);
    uint8_t noise[300];

    for (int round = 0; round < 20000; round++) {
        kafka_decompressed out;
        for (size_t i = 0; i < sizeof noise; i++)
            noise[i] = (uint8_t)g_rand_int(random);
        size_t i = (size_t)round % G_N_ELEMENTS(codecs);
        if (codecs[i].codec == KAFKA_GZIP)
            memcpy(noise, "\x1f\x8b\x08\0\0\0\0\0\0\3", 10);
        else if (codecs[i].codec == KAFKA_LZ4)
            memcpy(noise, "\x04\x22\x4d\x18\x64\x40\xa7", 7);
        else if (codecs[i].codec == KAFKA_ZSTD)
            memcpy(noise, "\x28\xb5\x2f\xfd", 4);
        else if (round % 8 < 4)
            memcpy(noise, XERIAL_BIG "\0\0", XERIAL_LENGTH + 2);
        kafka_decompress(codecs[i].codec, noise, (size_t)g_rand_int_range(random, 0, sizeof noise), 64 * KIBI, &out);
        g_assert_cmpuint(out.length, <=, 64 * KIBI);
        g_free(out.data);
    }
    g_rand_free(random);
}

static void
test_unknown_codec(void)
{
    GByteArray *plain = text(1);

    for (int codec = 5; codec < 9; codec++)
        check_limit((kafka_codec)codec, plain, NULL, 0, KAFKA_UNKNOWN_CODEC, LIMIT);
    check_limit(KAFKA_UNCOMPRESSED, plain, NULL, 0, KAFKA_UNKNOWN_CODEC, LIMIT);
    g_byte_array_unref(plain);
}

/* A batch that lies about its codec. */
static void
test_other_codec(void)
{
    GByteArray *plain = text(100);

    for (size_t i = 0; i < G_N_ELEMENTS(codecs); i++) {
        GByteArray *compressed = g_byte_array_new();
        codecs[i].append(compressed, plain->data, plain->len);
        for (size_t j = 0; j < G_N_ELEMENTS(codecs); j++)
            if (i != j)
                check_limit(codecs[j].codec, compressed, NULL, 0, KAFKA_CORRUPT, LIMIT);
        g_byte_array_unref(compressed);
    }
    g_byte_array_unref(plain);
}

static void
test_several_frames(void)
{
    GByteArray *plain = text(5000);
    size_t third = plain->len / 3;

    for (size_t i = 0; i < G_N_ELEMENTS(codecs); i++) {
        GByteArray *compressed = g_byte_array_new();
        if (codecs[i].codec == KAFKA_SNAPPY)
            continue;
        codecs[i].append(compressed, plain->data, third);
        codecs[i].append(compressed, plain->data + third, third);
        codecs[i].append(compressed, plain->data + 2 * third, plain->len - 2 * third);
        check(codecs[i].codec, compressed, plain);
        g_byte_array_unref(compressed);
    }
    g_byte_array_unref(plain);
}

static void
test_octets_behind_gzip(void)
{
    GByteArray *plain = text(50), *compressed = g_byte_array_new();

    append_gzip(compressed, plain->data, plain->len);
    g_byte_array_append(compressed, (const uint8_t *)"\0\0\0", 3);
    check(KAFKA_GZIP, compressed, plain);
    g_byte_array_unref(compressed);
    g_byte_array_unref(plain);
}

static void
test_xerial(void)
{
    static const struct {
        const char *header;
        bool little;
    } variants[] = { { XERIAL_BIG, false }, { XERIAL_LITTLE, false }, { XERIAL_LITTLE, true } };
    GByteArray *plain = text(5000);

    for (size_t i = 0; i < G_N_ELEMENTS(variants); i++) {
        GByteArray *compressed = xerial(plain, 32 * KIBI, variants[i].header, variants[i].little);
        check(KAFKA_SNAPPY, compressed, plain);

        /* Without the last octet, all blocks but the last one came out. */
        g_byte_array_set_size(compressed, compressed->len - 1);
        check_limit(KAFKA_SNAPPY, compressed, plain->data, plain->len / (32 * KIBI) * 32 * KIBI, KAFKA_CORRUPT, LIMIT);
        g_byte_array_unref(compressed);
    }
    g_byte_array_unref(plain);
}

/* Two streams of snappy-java one after another. */
static void
test_xerial_twice(void)
{
    GByteArray *plain = text(700), *compressed = xerial(plain, plain->len, XERIAL_BIG, false);
    GByteArray *again = xerial(plain, 1000, XERIAL_BIG, false), *both = text(700);

    g_byte_array_append(compressed, again->data, again->len);
    g_byte_array_append(both, plain->data, plain->len);
    check(KAFKA_SNAPPY, compressed, both);
    g_byte_array_unref(both);
    g_byte_array_unref(again);
    g_byte_array_unref(compressed);
    g_byte_array_unref(plain);
}

/* KAFKA-3160: the checksum of the header was computed over the magic, too. These octets are of such a client. */
static void
test_lz4_old_checksum(void)
{
    static const uint8_t right = 0x82, old = 0x1a;
    static const uint8_t octets[] = { 0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x1a, 0x05, 0x00, 0x00, 0x80,
                                      'h',  'e',  'l',  'l',  'o',  0x00, 0x00, 0x00, 0x00 };
    GByteArray *compressed = g_byte_array_append(g_byte_array_new(), octets, sizeof octets);

    g_assert_cmpint(compressed->data[6], ==, old);
    check_limit(KAFKA_LZ4, compressed, (const uint8_t *)"hello", 5, KAFKA_DECOMPRESSED, LIMIT);
    compressed->data[6] = right;
    check_limit(KAFKA_LZ4, compressed, (const uint8_t *)"hello", 5, KAFKA_DECOMPRESSED, LIMIT);
    g_byte_array_unref(compressed);
}

/* The same in a frame whose header says how many octets there are. */
static void
test_lz4_content_size(void)
{
    GByteArray *plain = text(2000), *compressed = g_byte_array_new();
    LZ4F_preferences_t preferences = { .frameInfo = { .contentSize = plain->len,
                                                      .contentChecksumFlag = LZ4F_contentChecksumEnabled,
                                                      .blockChecksumFlag = LZ4F_blockChecksumEnabled } };
    size_t bound = LZ4F_compressFrameBound(plain->len, &preferences);

    g_byte_array_set_size(compressed, (unsigned)bound);
    size_t size = LZ4F_compressFrame(compressed->data, bound, plain->data, plain->len, &preferences);
    g_assert_false(LZ4F_isError(size));
    g_byte_array_set_size(compressed, (unsigned)size);
    check(KAFKA_LZ4, compressed, plain);
    compressed->data[14] ^= 0x55;
    check(KAFKA_LZ4, compressed, plain);
    g_byte_array_unref(compressed);
    g_byte_array_unref(plain);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/codecs/each", test_each);
    g_test_add_func("/codecs/limit-by-one", test_limit_by_one);
    g_test_add_func("/codecs/empty", test_empty);
    g_test_add_func("/codecs/cut", test_cut);
    g_test_add_func("/codecs/partial-output", test_partial_output);
    g_test_add_func("/codecs/noise", test_noise);
    g_test_add_func("/codecs/unknown-codec", test_unknown_codec);
    g_test_add_func("/codecs/other-codec", test_other_codec);
    g_test_add_func("/codecs/several-frames", test_several_frames);
    g_test_add_func("/codecs/octets-behind-gzip", test_octets_behind_gzip);
    g_test_add_func("/codecs/xerial", test_xerial);
    g_test_add_func("/codecs/xerial-twice", test_xerial_twice);
    g_test_add_func("/codecs/lz4-old-checksum", test_lz4_old_checksum);
    g_test_add_func("/codecs/lz4-content-size", test_lz4_content_size);
    return g_test_run();
}
