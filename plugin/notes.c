/* notes.c
 * Expert infos: what is wrong or worth knowing of a message
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "notes.h"

#include <epan/expert.h>
#include <epan/tap.h>

#include "aliases.h"
#include "takeover.h"

static expert_field experts[KAFKA_NOTES];

static ei_register_info expert_fields[] = {
    { &experts[KAFKA_TRUNCATED],
      { "kafka.expert.malformed", PI_MALFORMED, PI_ERROR, "A field runs past the end of the message", EXPFILL } },
    { &experts[KAFKA_BAD_STRING_LENGTH],
      { "kafka.expert.bad_string_length", PI_MALFORMED, PI_ERROR, "Impossible length of a string", EXPFILL } },
    { &experts[KAFKA_BAD_BYTES_LENGTH],
      { "kafka.expert.bad_bytes_length", PI_MALFORMED, PI_ERROR, "Impossible length of bytes", EXPFILL } },
    { &experts[KAFKA_BAD_ARRAY_LENGTH],
      { "kafka.expert.bad_array_length", PI_MALFORMED, PI_ERROR, "Impossible length of an array", EXPFILL } },
    { &experts[KAFKA_BAD_VARINT],
      { "kafka.expert.bad_varint", PI_MALFORMED, PI_ERROR, "Variable-length integer without an end", EXPFILL } },
    { &experts[KAFKA_BAD_NULL],
      { "kafka.expert.bad_null", PI_PROTOCOL, PI_WARN, "Null in a field that must not be null", EXPFILL } },
    { &experts[KAFKA_BAD_STRUCT_MARKER],
      { "kafka.expert.bad_struct_marker", PI_MALFORMED, PI_ERROR, "Impossible marker of a nullable struct", EXPFILL } },
    { &experts[KAFKA_BAD_TAGGED_FIELD],
      { "kafka.expert.bad_tagged_field", PI_MALFORMED, PI_ERROR, "Impossible tag or size of a tagged field",
        EXPFILL } },
    { &experts[KAFKA_BAD_SIZE],
      { "kafka.expert.bad_size", PI_MALFORMED, PI_ERROR, "Impossible size of a message", EXPFILL } },
    { &experts[KAFKA_TRAILING],
      { "kafka.expert.trailing", PI_PROTOCOL, PI_WARN, "Octets left behind the last field", EXPFILL } },
    { &experts[KAFKA_TOO_MANY_ITEMS],
      { "kafka.expert.too_many_items", PI_UNDECODED, PI_NOTE, "The tree has no room for all elements", EXPFILL } },
    { &experts[KAFKA_UNKNOWN_API], { "kafka.expert.unknown_api", PI_UNDECODED, PI_NOTE, "Unknown API key", EXPFILL } },
    { &experts[KAFKA_UNKNOWN_VERSION],
      { "kafka.expert.unknown_version", PI_UNDECODED, PI_NOTE, "Unknown version of an API", EXPFILL } },
    { &experts[KAFKA_NO_REQUEST],
      { "kafka.expert.no_request", PI_SEQUENCE, PI_NOTE, "Response without a request in this capture", EXPFILL } },
    { &experts[KAFKA_NO_BEGIN],
      { "kafka.expert.no_begin", PI_SEQUENCE, PI_NOTE, "Octets of a message that begins in a segment not captured",
        EXPFILL } },
    { &experts[KAFKA_NOT_OFFERED],
      { "kafka.expert.not_offered", PI_PROTOCOL, PI_NOTE, "API or version that the broker does not offer", EXPFILL } },
    { &experts[KAFKA_BAD_TOKEN],
      { "kafka.expert.bad_token", PI_PROTOCOL, PI_WARN, "Token of SASL that its mechanism does not have", EXPFILL } },
    { &experts[KAFKA_FALLBACK],
      { "kafka.expert.fallback", PI_RESPONSE_CODE, PI_NOTE,
        "The broker does not know the request's version and answers in another", EXPFILL } },
    { &experts[KAFKA_ERROR_IN_RESPONSE],
      { "kafka.expert.error_code", PI_RESPONSE_CODE, PI_NOTE, "Error code in a response", EXPFILL } },
    { &experts[KAFKA_UNKNOWN_CONTENT],
      { "kafka.expert.unknown_content", PI_UNDECODED, PI_NOTE, "Octets that are not what they should be", EXPFILL } },
    { &experts[KAFKA_PARTIAL_BATCH],
      { "kafka.expert.partial_batch", PI_UNDECODED, PI_CHAT, "A batch that goes on behind the end of the field",
        EXPFILL } },
    { &experts[KAFKA_BAD_BATCH_LENGTH],
      { "kafka.expert.bad_batch_length", PI_MALFORMED, PI_ERROR, "Impossible length of a batch or message", EXPFILL } },
    { &experts[KAFKA_UNKNOWN_MAGIC],
      { "kafka.expert.unknown_magic", PI_UNDECODED, PI_WARN, "Unknown message format", EXPFILL } },
    { &experts[KAFKA_BAD_RECORD_LENGTH],
      { "kafka.expert.bad_record_length", PI_MALFORMED, PI_ERROR, "Impossible length of a record", EXPFILL } },
    { &experts[KAFKA_BAD_RECORDS_COUNT],
      { "kafka.expert.bad_records_count", PI_PROTOCOL, PI_WARN, "A batch has another number of records than it says",
        EXPFILL } },
    { &experts[KAFKA_BAD_OFFSET_DELTA],
      { "kafka.expert.bad_offset_delta", PI_PROTOCOL, PI_WARN, "A record's offset is outside its batch", EXPFILL } },
    { &experts[KAFKA_BAD_CRC], { "kafka.expert.bad_crc", PI_CHECKSUM, PI_WARN, "Wrong CRC", EXPFILL } },
    { &experts[KAFKA_BAD_COMPRESSION],
      { "kafka.expert.bad_compression", PI_UNDECODED, PI_WARN, "Records that can't be decompressed", EXPFILL } },
    { &experts[KAFKA_DECOMPRESSION_LIMIT],
      { "kafka.expert.decompression_limit", PI_UNDECODED, PI_NOTE,
        "Records that make more octets than the preference allows", EXPFILL } },
    { &experts[KAFKA_EMPTY_COMPRESSION],
      { "kafka.expert.empty_compression", PI_PROTOCOL, PI_NOTE, "Compressed octets that make nothing", EXPFILL } },
    { &experts[KAFKA_NESTED_COMPRESSION],
      { "kafka.expert.nested_compression", PI_PROTOCOL, PI_WARN, "A compressed message within a compressed one",
        EXPFILL } },
};

/* The filter names that the dissector built into Wireshark has for some of them; hidden items, where referred to. */
static int former[KAFKA_NOTES];

static hf_register_info former_fields[] = {
    { &former[KAFKA_TRUNCATED],
      { "Zero length field", "kafka.zero_field_length", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.malformed", HFILL } },
    { &former[KAFKA_BAD_STRING_LENGTH],
      { "Bad string length", "kafka.bad_string_length", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.bad_string_length", HFILL } },
    { &former[KAFKA_BAD_BYTES_LENGTH],
      { "Bad bytes length", "kafka.bad_bytes_length", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.bad_bytes_length", HFILL } },
    { &former[KAFKA_BAD_ARRAY_LENGTH],
      { "Bad array length", "kafka.bad_array_length", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.bad_array_length", HFILL } },
    { &former[KAFKA_BAD_VARINT],
      { "Bad varint", "kafka.bad_varint", FT_NONE, BASE_NONE, NULL, 0, "Now kafka.expert.bad_varint", HFILL } },
    { &former[KAFKA_TRAILING],
      { "Message does not end with its last field", "kafka.pdu_length_mismatch", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.trailing", HFILL } },
    { &former[KAFKA_UNKNOWN_API],
      { "Unknown API key", "kafka.unknown_api_key", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.unknown_api", HFILL } },
    { &former[KAFKA_UNKNOWN_VERSION],
      { "Unknown API version", "kafka.unsupported_api_version", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.unknown_version", HFILL } },
    { &former[KAFKA_NO_REQUEST],
      { "Request missing", "kafka.request_missing", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.no_request", HFILL } },
    { &former[KAFKA_FALLBACK],
      { "Assumed API version", "kafka.assumed_api_version", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.fallback", HFILL } },
    { &former[KAFKA_BAD_BATCH_LENGTH],
      { "Bad message set length", "kafka.ei_kafka_bad_message_set_length", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.bad_batch_length", HFILL } },
    { &former[KAFKA_UNKNOWN_MAGIC],
      { "Unknown message magic", "kafka.unknown_message_magic", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.unknown_magic", HFILL } },
    { &former[KAFKA_BAD_RECORD_LENGTH],
      { "Bad record length", "kafka.bad_record_length", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.bad_record_length", HFILL } },
    { &former[KAFKA_EMPTY_COMPRESSION],
      { "Zero decompression length", "kafka.ei_kafka_zero_decompression_length", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.empty_compression", HFILL } },
    { &former[KAFKA_BAD_COMPRESSION],
      { "Bad decompression length", "kafka.ei_kafka_bad_decompression_length", FT_NONE, BASE_NONE, NULL, 0,
        "Now kafka.expert.bad_compression", HFILL } },
};

void
kafka_register_notes(int proto)
{
    for (unsigned i = 0; i < KAFKA_NOTES; i++) {
        experts[i] = (expert_field)EI_INIT;
        former[i] = -1;
    }
    expert_register_field_array(expert_register_protocol(proto), expert_fields, array_length(expert_fields));
    kafka_adopt_fields(proto, former_fields, array_length(former_fields));
}

static void
add_former(proto_tree *tree, tvbuff_t *tvb, uint32_t offset, kafka_note note)
{
    if (former[note] > 0 && kafka_is_asked_for(tree, former[note]))
        proto_item_set_hidden(proto_tree_add_item(tree, former[note], tvb, (int)offset, 0, ENC_NA));
}

struct expert_field *
kafka_expert(kafka_note note)
{
    return &experts[note];
}

bool
kafka_notes_are_listed(void)
{
    static int tap;

    if (tap == 0)
        tap = find_tap_id("expert");
    return tap > 0 && have_tap_listener(tap);
}

/* Wireshark's own fields of expert infos, and those of ours. */
static const header_field_info *watched[4 + 2 * KAFKA_NOTES];
static unsigned watched_count;

static void
watch(int hf)
{
    if (hf > 0)
        watched[watched_count++] = proto_registrar_get_nth((unsigned)hf);
}

static void
watch_all(void)
{
    watch(proto_registrar_get_id_byname("_ws.expert"));
    watch(proto_registrar_get_id_byname("_ws.expert.message"));
    watch(proto_registrar_get_id_byname("_ws.expert.severity"));
    watch(proto_registrar_get_id_byname("_ws.expert.group"));
    for (unsigned i = 0; i < KAFKA_NOTES; i++) {
        watch(experts[i].hf);
        watch(former[i]);
    }
}

bool
kafka_notes_matter(void)
{
    if (kafka_notes_are_listed())
        return true;
    if (watched_count == 0)
        watch_all();
    for (unsigned i = 0; i < watched_count; i++)
        if (watched[i]->ref_type != HF_REF_TYPE_NONE)
            return true;
    return false;
}

void
kafka_add_note(proto_tree *tree, packet_info *pinfo, tvbuff_t *tvb, uint32_t offset, uint32_t length, kafka_note note,
               const char *format, ...)
{
    char text[ITEM_LABEL_LENGTH];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    proto_tree_add_expert_format(tree, pinfo, &experts[note], tvb, (int)offset, (int)length, "%s", text);
    add_former(tree, tvb, offset, note);
}

/* Would anybody learn of a note that is attached to the item? */
static bool
is_heeded(const proto_item *item, packet_info *pinfo)
{
    return (item && PTREE_DATA(item)->visible) || kafka_notes_matter() || col_get_writable(pinfo->cinfo, COL_EXPERT);
}

void
kafka_mark(proto_item *item, packet_info *pinfo, kafka_note note, const char *format, ...)
{
    char text[ITEM_LABEL_LENGTH];
    va_list arguments;

    if (!is_heeded(item, pinfo))
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    expert_add_info_format(pinfo, item, &experts[note], "%s", text);
    if (item && former[note] > 0 && kafka_is_asked_for(item, former[note]))
        proto_item_set_hidden(proto_tree_add_none_format(item, former[note], NULL, 0, 0, "%s", text));
}
