/* payload.c
 * A message of Kafka's that lies in the octets of a field
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "payload.h"

#include "compat.h"
#include "reader_parts.h"
#include "takeover.h"

#define VERSION_LENGTH 2                /* octets of the version before a message */

static int hf_version = -1;
static int hf_rest = -1;
static int hf_length = -1;

static int ett_payload = -1;

static hf_register_info payload_fields[] = {
    { &hf_version,
      { "version", "kafka.content.version", FT_INT16, BASE_DEC, NULL, 0,
        "Version of the schema of what follows", HFILL } },
    { &hf_rest,
      { "rest", "kafka.content.rest", FT_BYTES, BASE_NONE, NULL, 0,
        "What is left behind the fields that are known", HFILL } },
    { &hf_length,
      { "length", "kafka.content.length", FT_INT32, BASE_DEC, NULL, 0, "Octets of what follows", HFILL } },
};

static int *const payload_trees[] = { &ett_payload };

void
kafka_register_payload(int proto)
{
    kafka_adopt_fields(proto, payload_fields, array_length(payload_fields));
    proto_register_subtree_array(payload_trees, array_length(payload_trees));
}

bool
kafka_payload_open(kafka_payload *p, const kafka_reader *r, proto_tree *tree, const kafka_value *value)
{
    if (value->length <= 0)
        return false;
    *p = (kafka_payload){ .reader = *r, .item = value->item, .tree = tree, .value = value };
    p->reader.offset = value->offset;
    p->reader.end = value->offset + (uint32_t)value->length;
    p->reader.listener = NULL;
    p->reader.heard = NULL;
    p->reader.context = NULL;
    p->reader.listener_shows = KAFKA_NO_ROLE;
    return true;
}

bool
kafka_payload_try(const kafka_payload *p, uint32_t skipped, const kafka_message *message, int16_t version,
                  uint32_t *left_over, kafka_note *failure)
{
    kafka_reader r = p->reader;

    r.quiet = true;
    r.listener = NULL;
    r.offset += MIN(skipped, left(&r));
    kafka_read_message(&r, NULL, message, version);
    *failure = r.failure;
    *left_over = left(&r);
    return r.failure == KAFKA_FINE;
}

bool
kafka_payload_fits(const kafka_payload *p, const kafka_message *message, int16_t version)
{
    uint32_t left_over;
    kafka_note failure;

    return kafka_payload_try(p, 0, message, version, &left_over, &failure) && left_over == 0;
}

void
kafka_payload_take_apart(kafka_payload *p)
{
    if (!p->item)
        return;
    p->tree = proto_item_add_subtree(p->item, ett_payload);

    const field_info *field = PITEM_FINFO(p->item);
    if (!is_visible(p->tree) || !field || field->length <= p->value->length)
        return;

    uint32_t prefix = (uint32_t)(field->length - p->value->length);
    proto_tree_add_int(p->tree, hf_length, p->reader.tvb, (int)(p->value->offset - prefix), (int)prefix,
                       p->value->length);
}

void
kafka_payload_show(kafka_payload *p, const kafka_message *message, int16_t version)
{
    kafka_reader *r = &p->reader;

    if (p->item && is_visible(p->tree))
        proto_item_append_text(p->item, ", %s v%d", message->name, version);
    kafka_read_message(r, p->tree, message, version);

    uint32_t start = r->failure == KAFKA_FINE ? r->offset : r->failure_offset;
    uint32_t end = p->value->offset + (uint32_t)p->value->length;
    if (p->tree && start < end)
        proto_tree_add_item(p->tree, hf_rest, r->tvb, (int)start, (int)(end - start), ENC_NA);
}

void
kafka_payload_refuse(const kafka_payload *p, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    kafka_mark(p->item, p->reader.pinfo, KAFKA_UNKNOWN_CONTENT, "%s",
               wmem_strdup_vprintf(p->reader.pinfo->pool, format, arguments));
    va_end(arguments);
}

/*
 * The version in which to read a payload that says `version`; negative if none.
 * Some clients called their subscription version 1 before they had the fields of
 * that version (confluent-kafka-dotnet, sarama), so an older layout that fits
 * exactly is better than a newer one that does not.
 */
static int16_t
layout_of(const kafka_payload *p, const kafka_message *message, int16_t version, kafka_certainty certainty)
{
    uint32_t left_over;
    kafka_note failure;

    bool is_known = version >= message->versions.first && version <= message->versions.last;
    if (certainty != KAFKA_LENIENT)
        return is_known && kafka_payload_try(p, VERSION_LENGTH, message, version, &left_over, &failure) &&
               left_over == 0 ? version : -1;
    if (version < message->versions.first)
        return -1;

    int16_t newest = MIN(version, message->versions.last);
    bool reads = kafka_payload_try(p, VERSION_LENGTH, message, newest, &left_over, &failure);
    if (reads && left_over == 0)
        return newest;
    for (int16_t older = newest - 1; older >= message->versions.first; older--) {
        kafka_note other;
        uint32_t left_of_other;
        if (kafka_payload_try(p, VERSION_LENGTH, message, older, &left_of_other, &other) && left_of_other == 0)
            return older;
    }
    /* A null where there must be none: all of it can be read, and the reader says what is wrong. */
    return reads || failure == KAFKA_BAD_NULL ? newest : -1;
}

bool
kafka_payload_show_versioned(kafka_payload *p, const kafka_message *message, kafka_certainty certainty)
{
    kafka_reader *r = &p->reader;

    if (left(r) < VERSION_LENGTH) {
        if (certainty != KAFKA_GUESSED)
            kafka_payload_refuse(p, "Too short for a version and %s", message->name);
        return false;
    }

    int16_t version = tvb_get_ntohis(r->tvb, (int)r->offset);
    int16_t layout = layout_of(p, message, version, certainty);
    if (layout < 0) {
        if (certainty != KAFKA_GUESSED)
            kafka_payload_refuse(p, "This is not %s v%d", message->name, version);
        return false;
    }
    kafka_payload_take_apart(p);
    kafka_int16(r, p->tree, hf_version, KAFKA_NO_ROLE);
    kafka_payload_show(p, message, layout);
    return true;
}
