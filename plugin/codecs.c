/* codecs.c
 * Decompresses what producers compress: gzip, snappy, lz4, zstd
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
#include <zstd_errors.h>

#define FIRST_ROOM 4096
#define USUAL_RATIO 4

/*
 * Octets that are being made. There may be one more than the limit, so that what
 * has exactly as many as the limit is told from what has more.
 */
typedef struct {
    uint8_t *data;
    size_t length;
    size_t room;
    size_t limit;
} output;

/* Makes the room at least `room`, which is not beyond limit + 1; false if there is no memory. */
static bool
set_room(output *out, size_t room)
{
    uint8_t *data = room > out->room ? (uint8_t *)g_try_realloc(out->data, room) : out->data;

    if (!data)
        return false;
    out->data = data;
    out->room = MAX(room, out->room);
    return true;
}

/* Makes sure that there is some room; false at the limit. */
static bool
has_room(output *out)
{
    if (out->length < out->room)
        return true;
    return out->length <= out->limit && set_room(out, MIN(MAX(out->room * 2, FIRST_ROOM), out->limit + 1));
}

static uint32_t
big_endian(const uint8_t *octets)
{
    return (uint32_t)octets[0] << 24 | (uint32_t)octets[1] << 16 | (uint32_t)octets[2] << 8 | octets[3];
}

static uint32_t
little_endian(const uint8_t *octets)
{
    return (uint32_t)octets[3] << 24 | (uint32_t)octets[2] << 16 | (uint32_t)octets[1] << 8 | octets[0];
}

/* --------------------------------------------------------------------------------------------------------- gzip */

#define GZIP_ONLY 16                    /* added to the window's bits: no zlib header */

static bool
begins_member(const z_stream *stream)
{
    return stream->avail_in >= 2 && stream->next_in[0] == 0x1f && stream->next_in[1] == 0x8b;
}

static kafka_codec_result
inflate_members(z_stream *stream, output *out)
{
    while (has_room(out)) {
        stream->next_out = out->data + out->length;
        stream->avail_out = (uInt)MIN(out->room - out->length, UINT_MAX);
        int status = inflate(stream, Z_NO_FLUSH);
        out->length = (size_t)(stream->next_out - out->data);
        if (status == Z_STREAM_END) {
            if (!begins_member(stream))
                return KAFKA_DECOMPRESSED;
            inflateReset(stream);
        } else if (status != Z_OK)
            return KAFKA_CORRUPT;
    }
    return KAFKA_TOO_LARGE;
}

static kafka_codec_result
decompress_gzip(const uint8_t *data, size_t length, output *out)
{
    z_stream stream = { .next_in = (z_const Bytef *)(uintptr_t)data, .avail_in = (uInt)MIN(length, UINT_MAX) };

    if (inflateInit2(&stream, GZIP_ONLY + MAX_WBITS) != Z_OK)
        return KAFKA_CORRUPT;
    kafka_codec_result result = inflate_members(&stream, out);
    inflateEnd(&stream);
    return result;
}

/* ------------------------------------------------------------------------------------------------------- snappy */

#define XERIAL_MAGIC "\x82SNAPPY"       /* and the zero behind it */
#define XERIAL_HEADER 16                /* magic, version, oldest version that can read it */
#define XERIAL_VERSION_OFFSET 12
#define XERIAL_LENGTH 4
#define LONGEST_COPY 64                 /* what one element of 3 octets makes at the most */

/* A raw one. It says how many octets it makes. */
static kafka_codec_result
decompress_block(const uint8_t *data, size_t length, output *out)
{
    size_t made;

    if (snappy_uncompressed_length((const char *)data, length, &made) != SNAPPY_OK ||
        made / LONGEST_COPY > length)
        return KAFKA_CORRUPT;
    if (made > out->limit - out->length || !set_room(out, out->length + MAX(made, 1)))
        return KAFKA_TOO_LARGE;
    if (snappy_uncompress((const char *)data, length, (char *)out->data + out->length, &made) != SNAPPY_OK)
        return KAFKA_CORRUPT;
    out->length += made;
    return KAFKA_DECOMPRESSED;
}

static bool
begins_xerial(const uint8_t *data, size_t length)
{
    return length >= XERIAL_HEADER && memcmp(data, XERIAL_MAGIC, sizeof XERIAL_MAGIC) == 0;
}

static kafka_codec_result
decompress_snappy(const uint8_t *data, size_t length, output *out)
{
    kafka_codec_result result = KAFKA_DECOMPRESSED;
    bool little = false;

    if (!begins_xerial(data, length))
        return decompress_block(data, length, out);
    while (result == KAFKA_DECOMPRESSED && length > 0) {
        if (begins_xerial(data, length)) {
            little = data[XERIAL_VERSION_OFFSET] != 0;
            data += XERIAL_HEADER;
            length -= XERIAL_HEADER;
            continue;
        }
        if (length < XERIAL_LENGTH)
            return KAFKA_CORRUPT;
        size_t block = big_endian(data);
        if (little && block > length - XERIAL_LENGTH)
            block = little_endian(data);
        if (block > length - XERIAL_LENGTH)
            return KAFKA_CORRUPT;
        result = decompress_block(data + XERIAL_LENGTH, block, out);
        data += XERIAL_LENGTH + block;
        length -= XERIAL_LENGTH + block;
    }
    return result;
}

/* ---------------------------------------------------------------------------------------------------------- lz4 */

#define LZ4_MAGIC 0x184D2204u
#define LZ4_MAGIC_LENGTH 4

/* XXH32 with seed 0 of less than 16 octets, which is all that a frame's header can have. */
static uint32_t
short_xxh32(const uint8_t *data, size_t length)
{
    static const uint32_t primes[] = { 2654435761u, 2246822519u, 3266489917u, 668265263u, 374761393u };
    uint32_t hash = primes[4] + (uint32_t)length;

    for (; length >= 4; data += 4, length -= 4) {
        hash += little_endian(data) * primes[2];
        hash = (hash << 17 | hash >> 15) * primes[3];
    }
    for (; length > 0; data++, length--) {
        hash += *data * primes[4];
        hash = (hash << 11 | hash >> 21) * primes[0];
    }
    hash = (hash ^ hash >> 15) * primes[1];
    hash = (hash ^ hash >> 13) * primes[2];
    return hash ^ hash >> 16;
}

/* Reads a frame's header with the checksum that it should have. Returns its length; 0 if it is none. */
static size_t
read_frame_header(LZ4F_dctx *context, const uint8_t *data, size_t length)
{
    uint8_t header[LZ4F_HEADER_SIZE_MAX];
    size_t size = length >= LZ4F_MIN_SIZE_TO_KNOW_HEADER_LENGTH ? LZ4F_headerSize(data, length) : 0, made = 0;

    if (LZ4F_isError(size) || size > sizeof header || size > length || size <= LZ4_MAGIC_LENGTH)
        return 0;
    memcpy(header, data, size);
    if (little_endian(header) == LZ4_MAGIC)
        header[size - 1] =
            (uint8_t)(short_xxh32(header + LZ4_MAGIC_LENGTH, size - LZ4_MAGIC_LENGTH - 1) >> 8);
    return LZ4F_isError(LZ4F_decompress(context, NULL, &made, header, &size, NULL)) ? 0 : size;
}

static kafka_codec_result
decompress_frames(LZ4F_dctx *context, const uint8_t *data, size_t length, output *out)
{
    bool between = true;

    while (has_room(out)) {
        if (between) {
            size_t header = read_frame_header(context, data, length);
            if (header == 0)
                return KAFKA_CORRUPT;
            data += header;
            length -= header;
        }
        size_t made = out->room - out->length, taken = length;
        size_t wanted = LZ4F_decompress(context, out->data + out->length, &made, data, &taken, NULL);
        if (LZ4F_isError(wanted))
            return KAFKA_CORRUPT;
        out->length += made;
        data += taken;
        length -= taken;
        between = wanted == 0;
        if (between && length == 0)
            return KAFKA_DECOMPRESSED;
        if (!between && made == 0 && taken == 0)
            return KAFKA_CORRUPT;
    }
    return KAFKA_TOO_LARGE;
}

static kafka_codec_result
decompress_lz4(const uint8_t *data, size_t length, output *out)
{
    LZ4F_dctx *context;

    if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)))
        return KAFKA_CORRUPT;
    kafka_codec_result result = decompress_frames(context, data, length, out);
    LZ4F_freeDecompressionContext(context);
    return result;
}

/* --------------------------------------------------------------------------------------------------------- zstd */

static kafka_codec_result
decompress_stream(ZSTD_DStream *stream, const uint8_t *data, size_t length, output *out)
{
    ZSTD_inBuffer in = { data, length, 0 };

    while (has_room(out)) {
        ZSTD_outBuffer made = { out->data, out->room, out->length };
        size_t taken = in.pos, wanted = ZSTD_decompressStream(stream, &made, &in);
        bool advances = made.pos > out->length || in.pos > taken;

        out->length = made.pos;
        if (ZSTD_isError(wanted))
            return ZSTD_getErrorCode(wanted) == ZSTD_error_frameParameter_windowTooLarge ? KAFKA_TOO_LARGE
                                                                                          : KAFKA_CORRUPT;
        if (wanted == 0 && in.pos == in.size)
            return KAFKA_DECOMPRESSED;
        if (!advances)
            return KAFKA_CORRUPT;
    }
    return KAFKA_TOO_LARGE;
}

static kafka_codec_result
decompress_zstd(const uint8_t *data, size_t length, output *out)
{
    ZSTD_DStream *stream = ZSTD_createDStream();

    if (!stream)
        return KAFKA_CORRUPT;
    kafka_codec_result result = decompress_stream(stream, data, length, out);
    ZSTD_freeDStream(stream);
    return result;
}

/* ------------------------------------------------------------------------------------------------------------------ */

kafka_codec_result
kafka_decompress(kafka_codec codec, const uint8_t *data, size_t length, size_t limit, kafka_decompressed *out)
{
    static kafka_codec_result (*const decompressors[])(const uint8_t *, size_t, output *) = {
        [KAFKA_GZIP] = decompress_gzip,
        [KAFKA_SNAPPY] = decompress_snappy,
        [KAFKA_LZ4] = decompress_lz4,
        [KAFKA_ZSTD] = decompress_zstd,
    };
    output made = { .limit = limit };
    kafka_codec_result result = KAFKA_UNKNOWN_CODEC;

    if ((unsigned)codec < G_N_ELEMENTS(decompressors) && decompressors[codec]) {
        set_room(&made, MIN(MAX(length < limit ? length * USUAL_RATIO : limit, FIRST_ROOM), limit + 1));
        result = decompressors[codec](data, length, &made);
    }
    if (made.length > limit) {
        made.length = limit;
        result = KAFKA_TOO_LARGE;
    }
    if (made.length == 0) {
        g_free(made.data);
        made.data = NULL;
    }
    *out = (kafka_decompressed){ made.data, made.length };
    return result;
}
