/* order.c
 * Does a packet look the same whenever it is looked at?
 *
 *    order CAPTURE...
 *
 * Wireshark dissects the packets of a file in their order, and then again whenever
 * someone clicks on one. So does this, in this process, with the plugin linked in:
 * a first pass in order, a second one in order, then all frames twice at random.
 * What Kafka shows of a frame must be the same in all but the first pass, whether
 * or not a tree was built in that. No preference is set and nothing is chosen by
 * Decode As.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <wireshark.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <epan/column.h>
#include <epan/column-info.h>
#include <epan/epan.h>
#include <epan/epan_dissect.h>
#include <epan/prefs.h>
#include <epan/print.h>
#include <epan/print_stream.h>
#include <epan/secrets.h>
#include <wiretap/wtap.h>

#include "compat.h"
#include "wireshark_start.h"

#define RANDOM_ROUNDS 2
#define SHOWN 10                        /* differences of one capture that are printed in full */
#define LAYER "Kafka"

/* A frame of the capture, and what it showed on the second pass. */
typedef struct {
    wtap_rec record;
    uint8_t *octets;
    frame_data data;
    char *text;
} frame;

static GPtrArray *frames;
static column_info columns;
static int file_type;

static const nstime_t *
frame_time(struct packet_provider_data *provider _U_, uint32_t number)
{
    return number >= 1 && number <= frames->len ? &((frame *)frames->pdata[number - 1])->data.abs_ts : NULL;
}

static void
fail(const char *path, const char *what)
{
    fprintf(stderr, "%s: %s\n", path, what);
    exit(2);
}

/* ---------------------------------------------------------------------------------------------------- the capture */

static void
free_frame(void *data)
{
    frame *one = (frame *)data;

    frame_data_destroy(&one->data);
    wtap_rec_cleanup(&one->record);
    g_free(one->octets);
    g_free(one->text);
    g_free(one);
}

static void
read_capture(const char *path)
{
    int error;
    char *information = NULL;
    int64_t offset;
    wtap *file = wtap_open_offline(path, WTAP_TYPE_AUTO, &error, &information, false);

    if (!file)
        fail(path, "can't be opened");
    file_type = wtap_file_type_subtype(file);
    wtap_set_cb_new_secrets(file, secrets_wtap_callback);
    frames = g_ptr_array_new_with_free_func(free_frame);
    for (;;) {
        frame *one = g_new0(frame, 1);
#if KAFKA_WIRESHARK < 406
        Buffer buffer;
        wtap_rec_init(&one->record);
        ws_buffer_init(&buffer, 0);
        bool read = wtap_read(file, &one->record, &buffer, &error, &information, &offset);
        if (read)
            one->octets = (uint8_t *)g_memdup2(ws_buffer_start_ptr(&buffer),
                                               one->record.rec_header.packet_header.caplen);
        ws_buffer_free(&buffer);
#else
        wtap_rec_init(&one->record, 0);
        bool read = wtap_read(file, &one->record, &error, &information, &offset);
#endif
        if (!read) {
            wtap_rec_cleanup(&one->record);
            g_free(one);
            break;
        }
        frame_data_init(&one->data, frames->len + 1, &one->record, offset, 0);
        g_ptr_array_add(frames, one);
    }
    if (error != 0 || frames->len == 0)
        fail(path, "can't be read");
    wtap_close(file);
}

/* ------------------------------------------------------------------------------------------------------ dissection */

/* The lines of a printed tree that are Kafka's layers. */
static char *
kafka_layers(char *text)
{
    GString *found = g_string_new(NULL);
    bool ours = false;

    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (line[0] != ' ')
            ours = g_str_has_prefix(line, LAYER);
        if (ours)
            g_string_append_printf(found, "%s\n", line);
    }
    return g_string_free(found, FALSE);
}

static char *
print(epan_dissect_t *dissection)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    print_stream_t *stream = print_stream_text_stdio_new(out);

    proto_tree_print(print_dissections_expanded, false, dissection, NULL, stream);
    destroy_print_stream(stream);       /* closes it */

    char *layers = kafka_layers(text);
    free(text);
    return layers;
}

/* Dissects a frame; returns what Kafka shows of it, with its Info, if there is a tree. */
static char *
dissect(epan_t *session, frame *one, bool tree)
{
    epan_dissect_t *dissection = epan_dissect_new(session, tree, tree);
    const frame_data *reference = &((frame *)frames->pdata[0])->data;
    const frame_data *previous = one->data.num > 1 ? &((frame *)frames->pdata[one->data.num - 2])->data : NULL;
    nstime_t elapsed = NSTIME_INIT_ZERO;
    char *text = NULL;

    frame_data_set_before_dissect(&one->data, &elapsed, &reference, previous);
#if KAFKA_WIRESHARK < 406
    tvbuff_t *tvb = tvb_new_real_data(one->octets, one->record.rec_header.packet_header.caplen,
                                      (int)one->record.rec_header.packet_header.len);
    epan_dissect_run(dissection, file_type, &one->record, tvb, &one->data, &columns);
#else
    epan_dissect_run(dissection, file_type, &one->record, &one->data, &columns);
#endif
    if (tree) {
        char *layers = print(dissection);
        epan_dissect_fill_in_columns(dissection, false, true);
        text = g_strdup_printf("%s%s\n", layers, layers[0] ? col_get_text(&columns, COL_INFO) : "");
        g_free(layers);
    }
    epan_dissect_free(dissection);
    one->data.visited = 1;
    return text;
}

static unsigned
compare(const char *path, frame *one, const char *text, unsigned differences)
{
    if (strcmp(text, one->text) == 0)
        return 0;
    if (differences < SHOWN)
        printf("%s: frame %u looks different:\n%s---- and not:\n%s", path, one->data.num, text, one->text);
    return 1;
}

/* Dissects a capture in all orders, with or without a tree on the first pass; returns the number of differences. */
static unsigned
check(const char *path, bool tree_at_first, unsigned *shown)
{
    static const struct packet_provider_funcs functions = { .get_frame_ts = frame_time };
    unsigned differences = 0;
    epan_t *session = epan_new(NULL, &functions);
    GRand *chance = g_rand_new_with_seed(1);

    read_capture(path);
    for (unsigned i = 0; i < frames->len; i++)
        g_free(dissect(session, (frame *)frames->pdata[i], tree_at_first));
    for (unsigned i = 0; i < frames->len; i++) {
        frame *one = (frame *)frames->pdata[i];
        one->text = dissect(session, one, true);
        *shown += g_str_has_prefix(one->text, LAYER);
    }
    for (unsigned i = 0; i < RANDOM_ROUNDS * frames->len; i++) {
        frame *one = (frame *)frames->pdata[g_rand_int_range(chance, 0, (int)frames->len)];
        char *text = dissect(session, one, true);
        differences += compare(path, one, text, differences);
        g_free(text);
    }
    g_rand_free(chance);
    epan_free(session);
    g_ptr_array_free(frames, TRUE);
    return differences;
}

int
main(int argc, char **argv)
{
    unsigned differences = 0, all = 0;

    wireshark_start(argv[0], &columns);
    for (int i = 1; i < argc; i++) {
        for (int tree_at_first = 0; tree_at_first < 2; tree_at_first++) {
            unsigned shown = 0, here = check(argv[i], tree_at_first, &shown);
            if (shown == 0)
                printf("%s: no Kafka at all\n", argv[i]);
            differences += here + (shown == 0);
            all += shown;
        }
    }
    printf("%d captures, %u frames with Kafka, %u differences\n", argc - 1, all, differences);
    epan_cleanup();
    wtap_cleanup();
    return differences > 0 || all == 0;
}
