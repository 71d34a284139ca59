/* notes.c
 * Expert infos: what is wrong or worth knowing of a message
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "notes.h"

#include <epan/expert.h>

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
      { "kafka.expert.bad_tagged_field", PI_MALFORMED, PI_ERROR, "Impossible tag or size of a tagged field", EXPFILL } },
    { &experts[KAFKA_BAD_SIZE],
      { "kafka.expert.bad_size", PI_MALFORMED, PI_ERROR, "Impossible size of a message", EXPFILL } },
    { &experts[KAFKA_TRAILING],
      { "kafka.expert.trailing", PI_PROTOCOL, PI_WARN, "Octets left behind the last field", EXPFILL } },
    { &experts[KAFKA_TOO_MANY_ITEMS],
      { "kafka.expert.too_many_items", PI_UNDECODED, PI_NOTE, "The tree has no room for all elements", EXPFILL } },
    { &experts[KAFKA_UNKNOWN_API],
      { "kafka.expert.unknown_api", PI_UNDECODED, PI_NOTE, "Unknown API key", EXPFILL } },
    { &experts[KAFKA_UNKNOWN_VERSION],
      { "kafka.expert.unknown_version", PI_UNDECODED, PI_NOTE, "Unknown version of an API", EXPFILL } },
    { &experts[KAFKA_NO_REQUEST],
      { "kafka.expert.no_request", PI_SEQUENCE, PI_NOTE, "Response without a request in this capture", EXPFILL } },
    { &experts[KAFKA_FALLBACK],
      { "kafka.expert.fallback", PI_RESPONSE_CODE, PI_NOTE,
        "The broker does not know the request's version and answers in another", EXPFILL } },
    { &experts[KAFKA_ERROR_IN_RESPONSE],
      { "kafka.expert.error_code", PI_RESPONSE_CODE, PI_NOTE, "Error code in a response", EXPFILL } },
};

/* The filter names that the dissector built into Wireshark has for some of them; hidden items, where referred to. */
static int former[KAFKA_NOTES];

static hf_register_info former_fields[] = {
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
    if (tree && former[note] > 0 && proto_registrar_get_nth((unsigned)former[note])->ref_type != HF_REF_TYPE_NONE)
        proto_item_set_hidden(proto_tree_add_item(tree, former[note], tvb, (int)offset, 0, ENC_NA));
}

void
kafka_add_note(proto_tree *tree, packet_info *pinfo, tvbuff_t *tvb, uint32_t offset, uint32_t length, kafka_note note,
               const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    proto_tree_add_expert_format(tree, pinfo, &experts[note], tvb, (int)offset, (int)length, "%s",
                                 wmem_strdup_vprintf(pinfo->pool, format, arguments));
    va_end(arguments);
    add_former(tree, tvb, offset, note);
}

void
kafka_mark(proto_item *item, packet_info *pinfo, kafka_note note, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    expert_add_info_format(pinfo, item, &experts[note], "%s", wmem_strdup_vprintf(pinfo->pool, format, arguments));
    va_end(arguments);
}
