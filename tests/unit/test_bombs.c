/* test_bombs.c
 * Decompression of what would fill the memory: little of it is used, and little time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "codecs.h"

#include <string.h>
#include <sys/resource.h>

#include <glib.h>
#include <lz4frame.h>
#include <snappy-c.h>
#include <zlib.h>
#include <zstd.h>

#define KIBI ((size_t)1 << 10)
#define MEBI ((size_t)1 << 20)
#define GIBI ((size_t)1 << 30)
#define LIMIT (32 * MEBI)

#define XERIAL "\x82SNAPPY\0" "\0\0\0\1" "\0\0\0\1"
#define XERIAL_LENGTH 16

static long
peak_kibi(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Decompresses what would make a GiB or more; within the limit it must be zeros, in a second and with little memory. */
static void
check_bomb(kafka_codec codec, const GByteArray *bomb, kafka_codec_result result, size_t made)
{
    long before = peak_kibi();
    int64_t start = g_get_monotonic_time();
    kafka_decompressed out;

    g_assert_cmpint(kafka_decompress(codec, bomb->data, bomb->len, LIMIT, &out), ==, result);
    g_assert_cmpint(g_get_monotonic_time() - start, <, G_USEC_PER_SEC);
    g_assert_cmpint(peak_kibi() - before, <, (long)(2 * LIMIT / KIBI + 8 * KIBI));
    g_assert_cmpuint(out.length, ==, made);
    g_assert_true(made == 0 || (out.data[0] == 0 && memcmp(out.data, out.data + 1, made - 1) == 0));
    g_free(out.data);
}

/* One frame that goes on and on, made in small pieces. */
static GByteArray *
gzip_bomb(void)
{
    static const uint8_t zeros[64 * 1024];
    z_stream stream = { .next_in = NULL };
    GByteArray *made = g_byte_array_new();

    g_assert_cmpint(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY), ==, Z_OK);
    for (size_t in = 0; in <= GIBI; in += sizeof zeros) {
        uint8_t out[1024];
        stream.next_in = (Bytef *)(uintptr_t)zeros;
        stream.avail_in = sizeof zeros;
        do {
            stream.next_out = out;
            stream.avail_out = sizeof out;
            deflate(&stream, in < GIBI ? Z_NO_FLUSH : Z_FINISH);
            g_byte_array_append(made, out, (unsigned)(sizeof out - stream.avail_out));
        } while (stream.avail_out == 0);
    }
    deflateEnd(&stream);
    return made;
}

static GByteArray *
zstd_bomb(int window)
{
    static const uint8_t zeros[64 * 1024];
    ZSTD_CCtx *context = ZSTD_createCCtx();
    GByteArray *made = g_byte_array_new();

    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1);
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window);
    for (size_t in = 0; in <= GIBI; in += sizeof zeros) {
        ZSTD_inBuffer from = { zeros, sizeof zeros, 0 };
        size_t left;
        do {
            uint8_t out[1024];
            ZSTD_outBuffer to = { out, sizeof out, 0 };
            left = ZSTD_compressStream2(context, &to, &from, in < GIBI ? ZSTD_e_continue : ZSTD_e_end);
            g_assert_false(ZSTD_isError(left));
            g_byte_array_append(made, out, (unsigned)to.pos);
        } while (in < GIBI ? from.pos < from.size : left > 0);
    }
    ZSTD_freeCCtx(context);
    return made;
}

static GByteArray *
lz4_bomb(void)
{
    static const uint8_t zeros[64 * 1024];
    LZ4F_cctx *context;
    LZ4F_preferences_t preferences = { .frameInfo = { .blockSizeID = LZ4F_max4MB } };
    uint8_t *out = (uint8_t *)g_malloc(16 * MEBI);
    GByteArray *made = g_byte_array_new();

    g_assert_false(LZ4F_isError(LZ4F_createCompressionContext(&context, LZ4F_VERSION)));
    g_byte_array_append(made, out, (unsigned)LZ4F_compressBegin(context, out, 16 * MEBI, &preferences));
    for (size_t in = 0; in <= GIBI; in += sizeof zeros) {
        size_t size = LZ4F_compressUpdate(context, out, 16 * MEBI, zeros, sizeof zeros, NULL);
        g_assert_false(LZ4F_isError(size));
        g_byte_array_append(made, out, (unsigned)size);
    }
    g_byte_array_append(made, out, (unsigned)LZ4F_compressEnd(context, out, 16 * MEBI, NULL));
    LZ4F_freeCompressionContext(context);
    g_free(out);
    return made;
}

static void
test_bomb_gzip(void)
{
    GByteArray *bomb = gzip_bomb();

    g_assert_cmpuint(bomb->len, <=, MEBI);
    check_bomb(KAFKA_GZIP, bomb, KAFKA_TOO_LARGE, LIMIT);
    g_byte_array_unref(bomb);
}

static void
test_bomb_zstd(void)
{
    GByteArray *bomb = zstd_bomb(21);

    g_assert_cmpuint(bomb->len, <=, MEBI);
    check_bomb(KAFKA_ZSTD, bomb, KAFKA_TOO_LARGE, LIMIT);
    g_byte_array_unref(bomb);
}

/* Windows: the largest that decoders allow by themselves, and one that is larger. */
static void
test_bomb_zstd_window(void)
{
    uint8_t header[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x00, (27 - 10) << 3, 0x02, 0x00, 0x08, 0x00 };
    GByteArray *bomb = g_byte_array_append(g_byte_array_new(), header, 6);

    /* Blocks of one octet, 0, that is repeated 128 KiB times. */
    for (size_t made = 0; made < GIBI; made += 128 * KIBI)
        g_byte_array_append(bomb, (const uint8_t *)"\x02\x00\x10\x00", 4);
    check_bomb(KAFKA_ZSTD, bomb, KAFKA_TOO_LARGE, LIMIT);
    bomb->data[5] = (31 - 10) << 3;
    check_bomb(KAFKA_ZSTD, bomb, KAFKA_TOO_LARGE, 0);
    g_byte_array_unref(bomb);
}

/* No lz4 frame makes more than 255 times its octets, so this one is larger than a MiB. */
static void
test_bomb_lz4(void)
{
    GByteArray *bomb = lz4_bomb();

    g_assert_cmpuint(bomb->len, <, 5 * MEBI);
    check_bomb(KAFKA_LZ4, bomb, KAFKA_TOO_LARGE, LIMIT);
    g_byte_array_unref(bomb);
}

/* Snappy makes 22 times its octets at the most; more can only be said. In blocks it can be as large as one likes. */
static void
test_bomb_snappy(void)
{
    GByteArray *lie = g_byte_array_append(g_byte_array_new(), (const uint8_t *)"\x80\x80\x80\x80\x04\xfc", 6);
    GByteArray *zeros = g_byte_array_new();

    check_bomb(KAFKA_SNAPPY, lie, KAFKA_CORRUPT, 0);
    g_byte_array_set_size(lie, 1024 * 1024);
    check_bomb(KAFKA_SNAPPY, lie, KAFKA_CORRUPT, 0);
    g_byte_array_unref(lie);

    g_byte_array_set_size(zeros, 1024 * 1024);
    memset(zeros->data, 0, zeros->len);
    GByteArray *block = g_byte_array_new(), *bomb = g_byte_array_new();
    size_t size = snappy_max_compressed_length(zeros->len);
    g_byte_array_set_size(block, (unsigned)size);
    g_assert_cmpint(snappy_compress((const char *)zeros->data, zeros->len, (char *)block->data, &size), ==, SNAPPY_OK);
    g_byte_array_set_size(block, (unsigned)size);
    g_byte_array_append(bomb, (const uint8_t *)XERIAL, XERIAL_LENGTH);
    for (size_t made = 0; made < GIBI; made += MEBI) {
        uint32_t length = GUINT32_TO_BE(block->len);
        g_byte_array_append(bomb, (const uint8_t *)&length, sizeof length);
        g_byte_array_append(bomb, block->data, block->len);
    }
    check_bomb(KAFKA_SNAPPY, bomb, KAFKA_TOO_LARGE, LIMIT);
    g_byte_array_unref(bomb);
    g_byte_array_unref(block);
    g_byte_array_unref(zeros);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/bombs/gzip", test_bomb_gzip);
    g_test_add_func("/bombs/zstd", test_bomb_zstd);
    g_test_add_func("/bombs/zstd-window", test_bomb_zstd_window);
    g_test_add_func("/bombs/lz4", test_bomb_lz4);
    g_test_add_func("/bombs/snappy", test_bomb_snappy);
    return g_test_run();
}
