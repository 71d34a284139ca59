/* listen.c
 * What a message's fields tell beyond the message
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "compat.h"
#include "envelope.h"
#include "message_parts.h"
#include "messages.h"
#include "sasl.h"
#include "text.h"

static const char *
text_of(const kafka_reader *r, const kafka_value *value)
{
    return kafka_copy_text(r->pinfo, r->tvb, value->offset, (uint32_t)value->length);
}

/* A topic, by its name or its id. */
static void
note_topic(kafka_dissection *m, kafka_reader *r, proto_tree *tree, kafka_role role, const kafka_value *value)
{
    bool is_name = role == KAFKA_TOPIC_NAME || role == KAFKA_FORGOTTEN_TOPIC_NAME;
    bool again = kafka_topic_seen(&m->topics, r, is_name ? KAFKA_TOPIC_NAME : KAFKA_TOPIC_ID, value);

    if (is_name) {
        if (tree)
            r->topic = value->length > 0 ? text_of(r, value) : NULL;
        return;
    }

    const char *name = again ? r->topic : kafka_topic_name(r->data + value->offset);
    if (name && !again && role == KAFKA_TOPIC_ID)
        kafka_info_topic(&m->info, name);
    if (name && !again && tree)
        kafka_show_topic_name(r, tree, value->offset, name);
    r->topic = name;
}

/* An error code that is not 0. */
static void
note_error(kafka_dissection *m, kafka_reader *r, const kafka_value *value)
{
    m->has_error = true;
    kafka_mark(value->item, r->pinfo, KAFKA_ERROR_IN_RESPONSE, "%s",
               val_to_str_ext_const((uint32_t)value->number, &kafka_error_values, "Unknown error code"));
}

static void
note_mechanism(kafka_dissection *m, kafka_reader *r, const kafka_value *value)
{
    if (!m->is_request || value->length <= 0)
        return;
    kafka_sasl_handshake(m->connection, m->exchange, r, value);
    m->info.remark = text_of(r, value);
}

/* A token of SASL; the server's words, if it refuses, come before it. */
static void
note_token(kafka_dissection *m, kafka_reader *r, const kafka_value *value)
{
    const char *remark = kafka_sasl_show_token(m->connection, m->exchange, r, m->is_request, value);

    m->info.remark = m->words ? wmem_strdup_printf(r->pinfo->pool, "%s%s%s", remark ? remark : "", remark ? ": " : "",
                                                   m->words) : remark;
}

/* What an Envelope passes on is read as if it stood alone, but an Envelope in there is not opened. */
static void
note_passed_on(kafka_dissection *m, kafka_reader *r, proto_tree *tree, const kafka_value *value)
{
    if (m->is_inside)
        return;
    m->is_inside = true;
    const char *what = kafka_show_passed_on(r, tree, value, m->exchange, m->is_request);
    m->is_inside = false;
    if (what)
        m->what = wmem_strdup_printf(r->pinfo->pool, "%s: %s", m->what, what);
}

/* What concerns the connection, and so counts only in messages that are not passed on in an Envelope. */
static void
note_for_connection(kafka_dissection *m, kafka_reader *r, kafka_role role, const kafka_value *value)
{
    if (m->is_inside)
        return;
    switch (role) {
    case KAFKA_ACKS:
        if (m->is_request && value->number == 0)
            m->exchange->no_response = true;
        break;
    case KAFKA_SASL_MECHANISM:
        note_mechanism(m, r, value);
        break;
    case KAFKA_SASL_AUTH_BYTES:
        note_token(m, r, value);
        break;
    default:                            /* versions that a broker offers */
        if (!PINFO_FD_VISITED(r->pinfo))
            kafka_offer_note(&m->offer, role, value);
        break;
    }
}

/* Every case of kafka_listen. */
const bool kafka_heard[KAFKA_ROLE_COUNT] = {
    [KAFKA_ERROR_CODE] = true,
    [KAFKA_ERROR_MESSAGE] = true,
    [KAFKA_TOPIC_NAME] = true,
    [KAFKA_SNAPSHOT_PARTITION] = true,
    [KAFKA_SNAPSHOT_END_OFFSET] = true,
    [KAFKA_SNAPSHOT_EPOCH] = true,
    [KAFKA_SNAPSHOT_SIZE] = true,
    [KAFKA_SNAPSHOT_POSITION] = true,
    [KAFKA_SNAPSHOT_RECORDS] = true,
    [KAFKA_TOPIC_ID] = true,
    [KAFKA_FORGOTTEN_TOPIC_NAME] = true,
    [KAFKA_FORGOTTEN_TOPIC_ID] = true,
    [KAFKA_CLIENT_ID] = true,
    [KAFKA_TRANSACTIONAL_ID] = true,
    [KAFKA_GROUP_ID] = true,
    [KAFKA_PROTOCOL_TYPE] = true,
    [KAFKA_PROTOCOL_NAME] = true,
    [KAFKA_PROTOCOL_METADATA] = true,
    [KAFKA_MEMBER_METADATA] = true,
    [KAFKA_MEMBER_ASSIGNMENT] = true,
    [KAFKA_EMBEDDED_PRINCIPAL] = true,
    [KAFKA_TELEMETRY_COMPRESSION] = true,
    [KAFKA_TELEMETRY_METRICS] = true,
    [KAFKA_EMBEDDED_REQUEST] = true,
    [KAFKA_EMBEDDED_RESPONSE] = true,
    [KAFKA_ACKS] = true,
    [KAFKA_SASL_MECHANISM] = true,
    [KAFKA_SASL_AUTH_BYTES] = true,
    [KAFKA_API_VERSIONS_KEY] = true,
    [KAFKA_API_VERSIONS_MIN] = true,
    [KAFKA_API_VERSIONS_MAX] = true,
};

void
kafka_listen(kafka_reader *r, proto_tree *tree, kafka_role role, const kafka_value *value)
{
    kafka_dissection *m = (kafka_dissection *)r->context;

    switch (role) {
    case KAFKA_ERROR_CODE:
        if (value->number == 0)
            break;
        note_error(m, r, value);
        kafka_info_note(&m->info, role, value);
        break;
    case KAFKA_ERROR_MESSAGE:
        m->words = value->length > 0 ? text_of(r, value) : NULL;
        break;
    case KAFKA_TOPIC_NAME:
        note_topic(m, r, tree, role, value);
        kafka_info_note(&m->info, role, value);
        kafka_piece_note(&m->piece, r, tree, role, value);
        break;
    case KAFKA_SNAPSHOT_PARTITION:
    case KAFKA_SNAPSHOT_END_OFFSET:
    case KAFKA_SNAPSHOT_EPOCH:
    case KAFKA_SNAPSHOT_SIZE:
    case KAFKA_SNAPSHOT_POSITION:
    case KAFKA_SNAPSHOT_RECORDS:
        kafka_piece_note(&m->piece, r, tree, role, value);
        break;
    case KAFKA_TOPIC_ID:
    case KAFKA_FORGOTTEN_TOPIC_NAME:
    case KAFKA_FORGOTTEN_TOPIC_ID:
        note_topic(m, r, tree, role, value);
        break;
    case KAFKA_CLIENT_ID:
    case KAFKA_TRANSACTIONAL_ID:
        kafka_info_note(&m->info, role, value);
        break;
    case KAFKA_GROUP_ID:
        kafka_embedded_note(&m->embedded, r, tree, role, value);
        kafka_info_note(&m->info, role, value);
        break;
    case KAFKA_PROTOCOL_TYPE:
    case KAFKA_PROTOCOL_NAME:
    case KAFKA_PROTOCOL_METADATA:
    case KAFKA_MEMBER_METADATA:
    case KAFKA_MEMBER_ASSIGNMENT:
    case KAFKA_EMBEDDED_PRINCIPAL:
    case KAFKA_TELEMETRY_COMPRESSION:
    case KAFKA_TELEMETRY_METRICS:
        kafka_embedded_note(&m->embedded, r, tree, role, value);
        break;
    case KAFKA_EMBEDDED_REQUEST:
    case KAFKA_EMBEDDED_RESPONSE:
        note_passed_on(m, r, tree, value);
        break;
    case KAFKA_ACKS:
    case KAFKA_SASL_MECHANISM:
    case KAFKA_SASL_AUTH_BYTES:
    case KAFKA_API_VERSIONS_KEY:
    case KAFKA_API_VERSIONS_MIN:
    case KAFKA_API_VERSIONS_MAX:
        note_for_connection(m, r, role, value);
        break;
    default:
        break;
    }
}
