/* content.c
 * What is in the key and the value of a record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "content.h"

#include "compat.h"
#include "embedded.h"
#include "guest.h"
#include "interest.h"
#include "payload.h"
#include "reader_parts.h"
#include "takeover.h"
#include "topics.h"
#include "text.h"

#define FRAME_VERSION 1                 /* of KAFKA_FRAMED_BY_VALUE: the only one there is (KIP-631) */
#define TYPE_LENGTH 2

static int hf_frame_version = -1;
static int hf_type = -1;
static int hf_version = -1;

static hf_register_info content_fields[] = {
    { &hf_frame_version,
      { "frameVersion", "kafka.content.frame_version", FT_UINT32, BASE_DEC, NULL, 0,
        "Version of what is before a record of an internal topic", HFILL } },
    { &hf_type,
      { "type", "kafka.content.type", FT_INT16, BASE_DEC, NULL, 0,
        "Which of the kinds of records of an internal topic this is", HFILL } },
    { &hf_version,
      { "version", "kafka.content.version", FT_INT16, BASE_DEC, NULL, 0,
        "Version of the schema of what follows", HFILL } },
};

static const kafka_internal_topic *
internal_topic(const char *topic)
{
    for (unsigned i = 0; topic && i < kafka_internal_topic_count; i++)
        if (strcmp(kafka_internal_topics[i].topic, topic) == 0)
            return &kafka_internal_topics[i];
    return NULL;
}

static const kafka_message *
message_of(const kafka_message *const *messages, unsigned count, int32_t type)
{
    return type >= 0 && (uint32_t)type < count ? messages[type] : NULL;
}

/* What is met in a record's content. */
typedef struct {
    kafka_embedded embedded;
    kafka_topic_pair topics;
} content_context;

/* The listener of the reader of a record's content. */
static void
note_content(kafka_reader *r, proto_tree *tree, kafka_role role, const kafka_value *value)
{
    content_context *context = (content_context *)r->context;

    if (role == KAFKA_TOPIC_NAME || role == KAFKA_TOPIC_ID) {
        bool again = kafka_topic_seen(&context->topics, r, role, value);
        const char *name = role == KAFKA_TOPIC_ID && !again ? kafka_topic_name(r->data + value->offset) : NULL;
        if (name)
            kafka_show_topic_name(r, tree, value->offset, name);
    }
    kafka_embedded_note(&context->embedded, r, tree, role, value);
}

/* --------------------------------------------------------------------------------------------- framed by the key */

static void
show_typed_key(kafka_payload *p, const kafka_internal_topic *topic)
{
    kafka_reader *r = &p->reader;

    if (left(r) < TYPE_LENGTH) {
        kafka_payload_refuse(p, "Too short for the type of a record of %s", topic->topic);
        return;
    }

    int16_t type = tvb_get_ntohis(r->tvb, (int)r->offset);
    const kafka_message *message = message_of(topic->keys, topic->key_count, type);
    uint32_t left_over;
    kafka_note failure;
    if (!message) {
        kafka_payload_refuse(p, "Records of %s of type %d are not known", topic->topic, type);
    } else if (!kafka_payload_try(p, TYPE_LENGTH, message, message->versions.last, &left_over, &failure) ||
               left_over > 0) {
        kafka_payload_refuse(p, "This is not %s", message->name);
    } else {
        kafka_payload_take_apart(p);
        kafka_int16(r, p->tree, hf_type, KAFKA_NO_ROLE);
        kafka_payload_show(p, message, message->versions.last);
    }
}

static void
show_typed_value(kafka_payload *p, const kafka_internal_topic *topic, const kafka_value *key)
{
    if (!key || key->length < TYPE_LENGTH) {
        kafka_payload_refuse(p, "There is no key that tells the type of this record of %s", topic->topic);
        return;
    }

    int16_t type = tvb_get_ntohis(p->reader.tvb, (int)key->offset);
    const kafka_message *message = message_of(topic->values, topic->value_count, type);
    if (message)
        kafka_payload_show_versioned(p, message, KAFKA_CERTAIN);
    else
        kafka_payload_refuse(p, "Records of %s of type %d are not known", topic->topic, type);
}

/* ------------------------------------------------------------------------------------------- framed by the value */

/* The three numbers before a record, and their octets. */
typedef struct {
    uint32_t numbers[3];                /* of the framing, of the record's type, of its schema */
    uint32_t lengths[3];
} frame;

static bool
peek_frame(const kafka_payload *p, frame *f)
{
    kafka_reader r = p->reader;

    r.quiet = true;
    for (unsigned i = 0; i < array_length(f->numbers); i++) {
        if (!peek_uvarint(&r, NULL, hf_type, &f->numbers[i], &f->lengths[i]) || f->numbers[i] > INT16_MAX)
            return false;
        r.offset += f->lengths[i];
    }
    return true;
}

static void
show_frame(kafka_payload *p, const frame *f)
{
    const int hfs[] = { hf_frame_version, hf_type, hf_version };
    kafka_reader *r = &p->reader;

    for (unsigned i = 0; i < array_length(hfs); i++) {
        if (p->tree && i == 0)
            proto_tree_add_uint(p->tree, hfs[i], r->tvb, (int)r->offset, (int)f->lengths[i], f->numbers[i]);
        else if (p->tree)
            proto_tree_add_int(p->tree, hfs[i], r->tvb, (int)r->offset, (int)f->lengths[i], (int32_t)f->numbers[i]);
        r->offset += f->lengths[i];
    }
}

static void
show_framed_value(kafka_payload *p, const kafka_internal_topic *topic)
{
    frame f;

    if (!peek_frame(p, &f) || f.numbers[0] != FRAME_VERSION) {
        kafka_payload_refuse(p, "This is no record of %s", topic->topic);
        return;
    }

    const kafka_message *message = message_of(topic->values, topic->value_count, (int32_t)f.numbers[1]);
    uint32_t before = f.lengths[0] + f.lengths[1] + f.lengths[2], left_over;
    int16_t version = (int16_t)f.numbers[2];
    kafka_note failure;
    if (!message) {
        kafka_payload_refuse(p, "Records of %s of type %u are not known", topic->topic, f.numbers[1]);
    } else if (version < message->versions.first || version > message->versions.last ||
               !kafka_payload_try(p, before, message, version, &left_over, &failure) || left_over > 0) {
        kafka_payload_refuse(p, "This is not %s v%d", message->name, version);
    } else {
        kafka_payload_take_apart(p);
        show_frame(p, &f);
        kafka_payload_show(p, message, version);
    }
}

/* ------------------------------------------------------------------------------------------------------------ */

/*
 * Opens what nobody but Kafka or a guest knows. If there is neither, it is text at the most; then, or if there is
 * nothing to open, false.
 *
 * What is stored is no field of the message around it: kafka.group_id finds requests of a group, and not each record
 * with its offsets, which would also have to be opened for it.
 */
static bool
open_content(kafka_payload *p, kafka_reader *r, proto_tree *tree, const kafka_internal_topic *internal,
             const kafka_value *value, content_context *context)
{
    if (!internal && !kafka_guests_wanted()) {
        kafka_show_text(value->item, r, value);
        return false;
    }
    if (!tree || !kafka_payload_open(p, r, tree, value))
        return false;
    *context = (content_context){ .embedded = { .exchange = NULL } };
    p->reader.is_stored = true;
    p->reader.listener = note_content;
    p->reader.context = context;
    return true;
}

void
kafka_show_key(kafka_reader *r, proto_tree *tree, const char *topic, const kafka_value *key)
{
    const kafka_internal_topic *internal = internal_topic(topic);
    content_context context;
    kafka_payload p;

    if (!open_content(&p, r, tree, internal, key, &context))
        return;
    if (internal && internal->framing == KAFKA_FRAMED_BY_KEY)
        show_typed_key(&p, internal);
    else if (!kafka_show_guest(&p, topic, KAFKA_KEY_PART))
        kafka_show_text(key->item, r, key);
}

void
kafka_show_value(kafka_reader *r, proto_tree *tree, const char *topic, const kafka_value *key,
                 const kafka_value *value)
{
    const kafka_internal_topic *internal = internal_topic(topic);
    content_context context;
    kafka_payload p;

    if (!open_content(&p, r, tree, internal, value, &context))
        return;
    if (internal && internal->framing == KAFKA_FRAMED_BY_KEY)
        show_typed_value(&p, internal, key);
    else if (internal)
        show_framed_value(&p, internal);
    else if (!kafka_show_guest(&p, topic, KAFKA_VALUE_PART))
        kafka_show_text(value->item, r, value);
}

void
kafka_register_content(int proto)
{
    kafka_adopt_fields(proto, content_fields, array_length(content_fields));
    for (unsigned i = 0; i < array_length(content_fields); i++)
        kafka_interest_in_field(*content_fields[i].p_id, KAFKA_CONTENT_INTEREST);
    for (unsigned i = 0; i < kafka_internal_topic_count; i++) {
        const kafka_internal_topic *topic = &kafka_internal_topics[i];
        for (unsigned type = 0; type < topic->key_count; type++)
            if (topic->keys[type])
                kafka_interest_in_message(topic->keys[type], KAFKA_CONTENT_INTEREST);
        for (unsigned type = 0; type < topic->value_count; type++)
            if (topic->values[type])
                kafka_interest_in_message(topic->values[type], KAFKA_CONTENT_INTEREST);
    }
}
