/* input.c
 * What one run of the dissection gets: messages in segments
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mutate.h"

#define FIRST_PORT 10000
#define PORTS 50000
#define LARGEST_SEGMENT 16000
#define MOST_EXCHANGES 3
#define CORRELATION_AT 4                /* in a request */
#define CORRELATION 4                   /* octets of a correlation id, with which a response begins */

/* Of flags, the first octet of an input that says everything itself. */
#define FLAG_AGAIN 0x04
#define FLAG_SERVER_FIRST 0x08

/* ------------------------------------------------------------------------------------------------------- corpus */

static GBytes *
next_message(const uint8_t *octets, size_t length, size_t *at)
{
    if (length - *at < 4)
        return NULL;

    const uint8_t *p = octets + *at;
    size_t size = (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3];
    if (length - *at - 4 < size)
        return NULL;
    *at += 4 + size;
    return g_bytes_new(p + 4, size);
}

static void
free_exchange(void *exchange)
{
    g_bytes_unref(((fuzz_exchange *)exchange)->request);
    g_bytes_unref(((fuzz_exchange *)exchange)->response);
}

GArray *
fuzz_read_corpus(const char *path)
{
    GArray *corpus = g_array_new(FALSE, FALSE, sizeof(fuzz_exchange));
    GError *error = NULL;
    size_t length, at = 0;
    char *octets;

    if (!g_file_get_contents(path, &octets, &length, &error)) {
        fprintf(stderr, "fuzz: %s\n", error->message);
        exit(2);
    }
    g_array_set_clear_func(corpus, free_exchange);
    while (at < length) {
        fuzz_exchange exchange = { .request = next_message((const uint8_t *)octets, length, &at) };
        if (exchange.request)
            exchange.response = next_message((const uint8_t *)octets, length, &at);
        if (!exchange.response) {
            fprintf(stderr, "fuzz: %s is cut off\n", path);
            exit(2);
        }
        g_array_append_val(corpus, exchange);
    }
    g_free(octets);
    if (corpus->len == 0) {
        fprintf(stderr, "fuzz: %s is empty\n", path);
        exit(2);
    }
    return corpus;
}

/* -------------------------------------------------------------------------------------------------------- inputs */

void
fuzz_input_init(fuzz_input *input)
{
    memset(input, 0, sizeof *input);
    for (unsigned i = 0; i < 2; i++)
        input->octets[i] = g_byte_array_new();
}

void
fuzz_input_clear(fuzz_input *input)
{
    for (unsigned i = 0; i < 2; i++)
        g_byte_array_free(input->octets[i], TRUE);
}

static bool
one_in(uint64_t *random, unsigned n)
{
    return fuzz_random(random) % n == 0;
}

static GBytes *
any_message(const GArray *corpus, uint64_t *random)
{
    const fuzz_exchange *exchange = &g_array_index(corpus, fuzz_exchange, fuzz_random(random) % corpus->len);

    return one_in(random, 2) ? exchange->request : exchange->response;
}

static GByteArray *
changed(GBytes *original, const GArray *corpus, bool change, uint64_t *random)
{
    GByteArray *message = g_byte_array_new();
    gsize length;
    const uint8_t *octets = (const uint8_t *)g_bytes_get_data(original, &length);

    g_byte_array_append(message, octets, (guint)length);
    for (unsigned i = change ? 1 + fuzz_random(random) % 3 : 0; i > 0; i--) {
        const uint8_t *other = (const uint8_t *)g_bytes_get_data(any_message(corpus, random), &length);
        fuzz_mutate(message, other, (uint32_t)length, random);
    }
    return message;
}

/* Appends a message with its size, which is mostly true, and frees it. */
static void
append_framed(GByteArray *out, GByteArray *message, uint64_t *random)
{
    uint32_t size = one_in(random, 24) ? (uint32_t)fuzz_random(random) >> fuzz_random(random) % 32 : message->len;
    const uint8_t prefix[] = { (uint8_t)(size >> 24), (uint8_t)(size >> 16), (uint8_t)(size >> 8), (uint8_t)size };

    g_byte_array_append(out, prefix, sizeof prefix);
    g_byte_array_append(out, message->data, message->len);
    g_byte_array_free(message, TRUE);
}

/* Has the response the request's correlation id? Those of 0.7 and SASL tokens have none. */
static bool
correlated(GBytes *request, GBytes *response)
{
    gsize sent, received;
    const uint8_t *from = (const uint8_t *)g_bytes_get_data(request, &sent);
    const uint8_t *to = (const uint8_t *)g_bytes_get_data(response, &received);

    return sent >= CORRELATION_AT + CORRELATION && received >= CORRELATION &&
           memcmp(from + CORRELATION_AT, to, CORRELATION) == 0;
}

static void
append_exchange(fuzz_input *input, const fuzz_exchange *exchange, const GArray *corpus)
{
    uint64_t *random = &input->random;
    unsigned which = fuzz_random(random) % 4;           /* of the two is changed: the request, the response, both */
    bool pair = correlated(exchange->request, exchange->response);
    GByteArray *request = changed(exchange->request, corpus, which != 0, random);
    GByteArray *response = changed(exchange->response, corpus, which != 1, random);

    if (pair && request->len >= CORRELATION_AT + CORRELATION && response->len >= CORRELATION && !one_in(random, 16))
        memcpy(response->data, request->data + CORRELATION_AT, CORRELATION);
    append_framed(input->octets[0], request, random);
    append_framed(input->octets[1], response, random);
}

/* Puts what one side sends, from `at`, into segments. */
static void
append_segments(fuzz_input *input, bool to_server, uint32_t at)
{
    GByteArray *octets = input->octets[to_server ? 0 : 1];
    bool pieces = one_in(&input->random, 3);

    while (at < octets->len && input->count < FUZZ_MOST_SEGMENTS) {
        uint32_t length = MIN(octets->len - at, LARGEST_SEGMENT);
        if (pieces)
            length = 1 + (uint32_t)(fuzz_random(&input->random) % length);
        if (input->count % 8 > 4)
            pieces = false;
        input->segments[input->count++] = (fuzz_segment){ octets->data + at, length, 0, to_server };
        at += length;
    }
}

static void
cut_last(fuzz_input *input)
{
    fuzz_segment *last = &input->segments[input->count - 1];

    last->cut = (uint32_t)(fuzz_random(&input->random) % last->length);
}

static void
start_input(fuzz_input *input, uint64_t seed, uint64_t number)
{
    input->random = fuzz_seed(seed, number);
    input->count = 0;
    input->client_port = (uint16_t)(FIRST_PORT + number % PORTS);
    for (unsigned i = 0; i < 2; i++)
        g_byte_array_set_size(input->octets[i], 0);
}

void
fuzz_make_input(fuzz_input *input, const GArray *corpus, uint64_t seed, uint64_t number)
{
    start_input(input, seed, number);
    input->first = (fuzz_view)(fuzz_random(&input->random) % VIEWS);
    input->second = (fuzz_view)(fuzz_random(&input->random) % VIEWS);
    input->again = one_in(&input->random, 2);

    for (unsigned i = one_in(&input->random, 4) ? MOST_EXCHANGES : 1; i > 0; i--) {
        unsigned which = (unsigned)(fuzz_random(&input->random) % corpus->len);
        append_exchange(input, &g_array_index(corpus, fuzz_exchange, which), corpus);
    }
    bool server_first = one_in(&input->random, 32);
    append_segments(input, !server_first, 0);
    append_segments(input, server_first, 0);
    if (one_in(&input->random, 12))
        cut_last(input);
}

void
fuzz_input_of_octets(fuzz_input *input, const uint8_t *octets, size_t length, uint64_t number)
{
    start_input(input, 0, number);
    if (length < 4)
        return;

    uint32_t split = MIN((uint32_t)octets[1] << 8 | octets[2], (uint32_t)length - 3);
    input->first = (fuzz_view)(octets[0] % VIEWS);
    input->second = VIEW_TREE;
    input->again = octets[0] & FLAG_AGAIN;
    g_byte_array_append(input->octets[0], octets + 3, split);
    g_byte_array_append(input->octets[1], octets + 3 + split, (guint)(length - 3 - split));
    append_segments(input, !(octets[0] & FLAG_SERVER_FIRST), 0);
    append_segments(input, octets[0] & FLAG_SERVER_FIRST, 0);
}

const char *
fuzz_run(fuzz_input *input)
{
    return fuzz_dissect(input->segments, input->count, input->client_port, input->first, input->again, input->second,
                        &input->random);
}

/* ------------------------------------------------------------------------------------------------------- captures */

GByteArray *
fuzz_capture_of(const fuzz_input *input)
{
    /* pcap: magic, version 2.4, time zone, accuracy, the longest packet, raw IP */
    const uint32_t header[] = { 0xa1b2c3d4, GUINT32_TO_LE(0x00040002), 0, 0, 262144, 101 };
    uint32_t sequence[2] = { 1, 1 };
    GByteArray *out = g_byte_array_new(), *packet = g_byte_array_new();

    g_byte_array_append(out, (const uint8_t *)header, sizeof header);
    for (unsigned i = 0; i < input->count; i++) {
        g_byte_array_set_size(packet, 0);
        fuzz_packet(&input->segments[i], input->client_port, sequence, packet);
        const uint32_t record[] = { 0, i, packet->len - input->segments[i].cut, packet->len };
        g_byte_array_append(out, (const uint8_t *)record, sizeof record);
        g_byte_array_append(out, packet->data, packet->len - input->segments[i].cut);
    }
    g_byte_array_free(packet, TRUE);
    return out;
}
