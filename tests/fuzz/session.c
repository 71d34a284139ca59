/* session.c
 * Runs TCP segments through Wireshark's dissection, in this process
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <wireshark.h>

#include <epan/column.h>
#include <epan/column-info.h>
#include <epan/epan.h>
#include <epan/epan_dissect.h>
#include <epan/packet.h>
#include <epan/prefs.h>
#include <epan/proto.h>
#include <wiretap/wtap.h>

#include "compat.h"
#include "mutate.h"
#include "session.h"
#include "wireshark_start.h"

#define SERVER_PORT 9092
#define FIELDS_CHOSEN 12                /* that something refers to, in VIEW_FIELDS */

static epan_t *session;
static epan_dissect_t *dissections[VIEWS];
static column_info columns;
static GArray *kafka_fields;            /* the ids of all fields of the protocol */
static int hf_exception = -1;           /* the field of "Malformed Packet (Exception occurred)" */
static uint32_t frame_number;

static const nstime_t *
frame_time(struct packet_provider_data *provider _U_, uint32_t frame _U_)
{
    static const nstime_t zero;

    return &zero;
}

static void
open_session(void)
{
    static const struct packet_provider_funcs functions = { .get_frame_ts = frame_time };

    session = epan_new(NULL, &functions);
    for (unsigned view = 0; view < VIEWS; view++)
        dissections[view] = epan_dissect_new(session, view != VIEW_NOTHING, view == VIEW_TREE);
    frame_number = 0;
}

static void
close_session(void)
{
    for (unsigned view = 0; view < VIEWS; view++)
        epan_dissect_free(dissections[view]);
    epan_free(session);
}

void
fuzz_forget(void)
{
    close_session();
    open_session();
}

static void
find_fields(void)
{
    int proto = proto_get_id_by_filter_name("kafka");
    void *cookie;

    kafka_fields = g_array_new(FALSE, FALSE, sizeof(int));
    for (header_field_info *field = proto_get_first_protocol_field(proto, &cookie); field;
         field = proto_get_next_protocol_field(proto, &cookie))
        g_array_append_val(kafka_fields, field->id);
    hf_exception = proto_registrar_get_id_byname("_ws.malformed.expert");
    if (kafka_fields->len == 0 || hf_exception <= 0) {
        fputs("fuzz: the fields are not as expected\n", stderr);
        exit(2);
    }
}

void
fuzz_start(const char *program)
{
    g_setenv("WIRESHARK_ABORT_ON_TOO_MANY_ITEMS", "1", TRUE);
    wireshark_start(program, &columns);
    find_fields();
    open_session();
}

void
fuzz_stop(void)
{
    close_session();
    g_array_free(kafka_fields, TRUE);
    epan_cleanup();
    wtap_cleanup();
}

/* ------------------------------------------------------------------------------------------------------- packets */

static void
append16(GByteArray *out, uint16_t number)
{
    const uint8_t octets[] = { (uint8_t)(number >> 8), (uint8_t)number };

    g_byte_array_append(out, octets, sizeof octets);
}

static void
append32(GByteArray *out, uint32_t number)
{
    append16(out, (uint16_t)(number >> 16));
    append16(out, (uint16_t)number);
}

void
fuzz_packet(const fuzz_segment *segment, uint16_t client_port, uint32_t sequence[2], GByteArray *out)
{
    static const uint8_t before[] = { 0x40, 0x00, 0x40, 0x06, 0x00, 0x00 };     /* no fragment, TTL 64, TCP, checksum */
    static const uint32_t client = 0x0a000001, server = 0x0a000002;
    unsigned from = segment->to_server ? 0 : 1;

    append16(out, 0x4500);
    append16(out, (uint16_t)(FUZZ_HEADERS + segment->length));
    append16(out, 0);
    g_byte_array_append(out, before, sizeof before);
    append32(out, from ? server : client);
    append32(out, from ? client : server);
    append16(out, from ? SERVER_PORT : client_port);
    append16(out, from ? client_port : SERVER_PORT);
    append32(out, sequence[from]);
    append32(out, sequence[!from]);
    append32(out, 0x5018ffff);                                                  /* 20 octets, PSH and ACK, a window */
    append32(out, 0);
    g_byte_array_append(out, segment->payload, segment->length);
    sequence[from] += segment->length;
}

/* ---------------------------------------------------------------------------------------------------- dissection */

static const char *
dissect_frame(frame_data *frame, const uint8_t *octets, uint32_t captured, uint32_t length, fuzz_view view,
              uint64_t *random)
{
    epan_dissect_t *dissection = dissections[view];
    const char *wrong = NULL;
    wtap_rec record;

#if KAFKA_WIRESHARK < 406
    memset(&record, 0, sizeof record);
    record.rec_type = REC_TYPE_PACKET;
    record.rec_header.packet_header.pkt_encap = WTAP_ENCAP_RAW_IP;
#else
    wtap_rec_init(&record, captured);
    wtap_setup_packet_rec(&record, WTAP_ENCAP_RAW_IP);
    ws_buffer_append(&record.data, octets, captured);
#endif
    record.presence_flags = WTAP_HAS_TS | WTAP_HAS_CAP_LEN;
    record.rec_header.packet_header.caplen = captured;
    record.rec_header.packet_header.len = length;

    if (frame->num == 0)
        frame_data_init(frame, ++frame_number, &record, 0, 0);
    if (view == VIEW_FIELDS) {
        for (unsigned i = 0; i < FIELDS_CHOSEN; i++)
            epan_dissect_prime_with_hfid(dissection, g_array_index(kafka_fields, int,
                                                                   fuzz_random(random) % kafka_fields->len));
    }
#if KAFKA_WIRESHARK < 406
    epan_dissect_run(dissection, WTAP_FILE_TYPE_SUBTYPE_UNKNOWN, &record,
                     tvb_new_real_data(octets, captured, (int)length), frame, &columns);
#else
    epan_dissect_run(dissection, WTAP_FILE_TYPE_SUBTYPE_UNKNOWN, &record, frame, &columns);
#endif
    epan_dissect_fill_in_columns(dissection, false, true);
    if (view == VIEW_TREE) {
        GPtrArray *found = proto_find_first_finfo(dissection->tree, hf_exception);
        if (found->len > 0)
            wrong = "an exception that is no cut of the capture";
        g_ptr_array_free(found, TRUE);
    }
    epan_dissect_reset(dissection);
#if KAFKA_WIRESHARK >= 406
    wtap_rec_cleanup(&record);
#endif
    return wrong;
}

const char *
fuzz_dissect(const fuzz_segment *segments, unsigned count, uint16_t client_port, fuzz_view first, bool again,
             fuzz_view second, uint64_t *random)
{
    uint32_t sequence[2] = { 1, 1 }, total = 0;
    frame_data *frames = g_new0(frame_data, count);
    GByteArray **packets = g_new0(GByteArray *, count);
    const char *wrong = NULL;

    for (unsigned i = 0; i < count; i++) {
        packets[i] = g_byte_array_new();
        fuzz_packet(&segments[i], client_port, sequence, packets[i]);
    }
    for (unsigned pass = 0; pass < (again ? 2 : 1) && !wrong; pass++) {
        for (unsigned i = 0; i < count && !wrong; i++) {
            uint32_t length = packets[i]->len, captured = length - segments[i].cut;
            uint8_t *exact = (uint8_t *)g_memdup2(packets[i]->data, captured);  /* so that an octet too far is seen */
            wrong = dissect_frame(&frames[i], exact, captured, length, pass ? second : first, random);
            if (pass == 0)
                frame_data_set_after_dissect(&frames[i], &total);
            g_free(exact);
        }
    }
    for (unsigned i = 0; i < count; i++) {
        if (frames[i].num)
            frame_data_destroy(&frames[i]);
        g_byte_array_free(packets[i], TRUE);
    }
    g_free(packets);
    g_free(frames);
    return wrong;
}
