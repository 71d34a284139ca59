/* embedded.c
 * What is in the byte fields of requests, responses and stored groups
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "embedded.h"

#include "interest.h"
#include "messages.h"
#include "payload.h"
#include "telemetry.h"
#include "text.h"

#define JOIN_GROUP 11                   /* API keys */
#define SYNC_GROUP 14

/* What is remembered of a group, for as long as the file is open. */
typedef struct {
    const char *type;                   /* NULL: never said */
    const char *name;                   /* of the protocol last agreed on */
} group;

static wmem_map_t *groups;              /* name -> group */
static wmem_map_t *groups_of_exchanges; /* exchange -> group, of those whose responses don't name it */

/* What the members of groups of a protocol type exchange. */
static const struct {
    const char *type;
    const kafka_message *metadata;
    const kafka_message *assignment;
} protocols[] = {
    { "consumer", &kafka_consumer_protocol_subscription, &kafka_consumer_protocol_assignment },
    { "connect", &kafka_connect_metadata, &kafka_connect_assignment },
};

/* What lies in the user data of a consumer's subscription or assignment, by the assignor's name. */
static const struct {
    const char *name;
    const kafka_message *subscription;
    const kafka_message *assignment;
    bool begins_with_version;           /* an int32, which is one of the fields */
} assignors[] = {
    { "stream", &kafka_subscription_info_data, &kafka_streams_assignment_info, true },
    { "sticky", &kafka_sticky_assignor_data, NULL, false },
    { "cooperative-sticky", &kafka_cooperative_sticky_assignor_data, NULL, false },
};

/* The context of the reader of a payload. */
typedef struct {
    const char *name;                   /* of the protocol; NULL: not known */
    bool is_assignment;
} payload_context;

void
kafka_register_embedded(void)
{
    groups = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), g_str_hash, g_str_equal);
    groups_of_exchanges =
        wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), g_direct_hash, g_direct_equal);

    /* They lie in stored groups too. */
    for (unsigned i = 0; i < array_length(protocols); i++) {
        kafka_interest_in_message(protocols[i].metadata, KAFKA_CONTENT_INTEREST);
        kafka_interest_in_message(protocols[i].assignment, KAFKA_CONTENT_INTEREST);
    }
    for (unsigned i = 0; i < array_length(assignors); i++) {
        kafka_interest_in_message(assignors[i].subscription, KAFKA_CONTENT_INTEREST);
        if (assignors[i].assignment)
            kafka_interest_in_message(assignors[i].assignment, KAFKA_CONTENT_INTEREST);
    }
}

/* ---------------------------------------------------------------------------------------------------- what is known */

static kafka_text
text_of(const kafka_value *value)
{
    return (kafka_text){ value->offset, (uint32_t)MAX(value->length, 0) };
}

static const char *
string_of(const kafka_reader *r, kafka_text text)
{
    return kafka_copy_text(r->pinfo, r->tvb, text.offset, text.length);
}

/* The group that the message is about; NULL if it does not say, or if nothing was ever said of it. */
static group *
group_of(const kafka_embedded *e, const kafka_reader *r)
{
    if (e->group.length > 0)
        return (group *)wmem_map_lookup(groups, string_of(r, e->group));
    return e->exchange ? (group *)wmem_map_lookup(groups_of_exchanges, e->exchange) : NULL;
}

static void
note_group(kafka_embedded *e, const kafka_reader *r, const kafka_value *value)
{
    e->group = text_of(value);
    e->type = e->name = (kafka_text){ 0, 0 };
    if (PINFO_FD_VISITED(r->pinfo) || !e->exchange || e->group.length == 0)
        return;

    bool unnamed_in_response = e->exchange->api_key == JOIN_GROUP || e->exchange->api_key == SYNC_GROUP;
    if (!e->is_request || !unnamed_in_response)
        return;

    group *known = group_of(e, r);
    if (!known) {
        known = wmem_new0(wmem_file_scope(), group);
        wmem_map_insert(groups, wmem_strdup(wmem_file_scope(), string_of(r, e->group)), known);
    }
    wmem_map_insert(groups_of_exchanges, e->exchange, known);
}

static void
remember(const kafka_reader *r, const char **kept, kafka_text text)
{
    const char *said = string_of(r, text);

    if (!*kept || strcmp(*kept, said) != 0)
        *kept = wmem_strdup(wmem_file_scope(), said);
}

static void
note_type(kafka_embedded *e, const kafka_reader *r, const kafka_value *value)
{
    group *known = group_of(e, r);

    e->type = text_of(value);
    if (known && e->type.length > 0 && !PINFO_FD_VISITED(r->pinfo))
        remember(r, &known->type, e->type);
}

static void
note_name(kafka_embedded *e, const kafka_reader *r, const kafka_value *value)
{
    group *known = group_of(e, r);
    bool is_offer = e->is_request && e->exchange && e->exchange->api_key == JOIN_GROUP;

    e->name = text_of(value);
    if (known && e->name.length > 0 && !is_offer && !PINFO_FD_VISITED(r->pinfo))
        remember(r, &known->name, e->name);
}

/* NULL if neither the message nor the group ever said. */
static const char *
type_of(const kafka_embedded *e, const kafka_reader *r)
{
    if (e->type.length > 0)
        return string_of(r, e->type);

    const group *known = group_of(e, r);
    return known ? known->type : NULL;
}

static const char *
name_of(const kafka_embedded *e, const kafka_reader *r)
{
    if (e->name.length > 0)
        return string_of(r, e->name);

    const group *known = group_of(e, r);
    return known ? known->name : NULL;
}

/* -------------------------------------------------------------------------------------------------------- user data */

/* The versions of what does not say its version are told apart by their length. */
static bool
show_user_data(kafka_payload *p, const kafka_message *message, bool begins_with_version, kafka_certainty certainty)
{
    int16_t first = message->versions.first, last = message->versions.last;

    if (begins_with_version) {
        int32_t version = p->value->length >= 4 ? tvb_get_ntohil(p->reader.tvb, (int)p->value->offset) : -1;
        if (version < first || version > last)
            last = -1;
        else
            first = last = (int16_t)version;
    }
    for (int16_t version = last; version >= first; version--) {
        if (kafka_payload_fits(p, message, version)) {
            kafka_payload_take_apart(p);
            kafka_payload_show(p, message, version);
            return true;
        }
    }
    if (certainty == KAFKA_CERTAIN)
        kafka_payload_refuse(p, "This is not %s in a known version", message->name);
    return false;
}

static void
show_user_data_of(kafka_payload *p, const payload_context *context)
{
    kafka_certainty certainty = context->name ? KAFKA_CERTAIN : KAFKA_GUESSED;

    for (unsigned i = 0; i < array_length(assignors); i++) {
        const kafka_message *message = context->is_assignment ? assignors[i].assignment : assignors[i].subscription;
        bool may_be = context->name ? strcmp(context->name, assignors[i].name) == 0 : assignors[i].begins_with_version;

        if (message && may_be && show_user_data(p, message, assignors[i].begins_with_version, certainty))
            return;
    }
    kafka_show_text(p->item, &p->reader, p->value);
}

/* The listener of the reader of a payload. */
static void
note_in_payload(kafka_reader *r, proto_tree *tree, kafka_role role, const kafka_value *value)
{
    kafka_payload p;

    switch (role) {
    case KAFKA_USER_DATA:
        if (!kafka_payload_open(&p, r, tree, value))
            break;
        p.reader.listener = note_in_payload;
        show_user_data_of(&p, (const payload_context *)r->context);
        break;
    case KAFKA_CONNECT_ALLOCATION:
        if (kafka_payload_open(&p, r, tree, value))
            kafka_payload_show_versioned(&p, &kafka_connect_assignment, KAFKA_LENIENT);
        break;
    case KAFKA_TEXT_BYTES:
        kafka_show_text(value->item, r, value);
        break;
    default:
        break;
    }
}

/* ----------------------------------------------------------------------------------------- metadata and assignments */

static bool
show_as(kafka_payload *p, unsigned protocol, bool is_assignment, kafka_certainty certainty)
{
    return kafka_payload_show_versioned(
        p, is_assignment ? protocols[protocol].assignment : protocols[protocol].metadata, certainty);
}

static void
show_of_member(const kafka_embedded *e, kafka_reader *r, proto_tree *tree, const kafka_value *value,
               bool is_assignment)
{
    const char *type = type_of(e, r);
    payload_context context = { name_of(e, r), is_assignment };
    kafka_payload p;

    if (!kafka_payload_open(&p, r, tree, value))
        return;
    p.reader.listener = note_in_payload;
    p.reader.context = &context;
    for (unsigned i = 0; i < array_length(protocols); i++) {
        bool certain = type && strcmp(type, protocols[i].type) == 0;
        if (certain || !type) {
            if (show_as(&p, i, is_assignment, certain ? KAFKA_LENIENT : KAFKA_GUESSED) || certain)
                return;
        }
    }
    kafka_show_text(p.item, r, value);
}

void
kafka_embedded_note(kafka_embedded *e, kafka_reader *r, proto_tree *tree, kafka_role role, const kafka_value *value)
{
    kafka_payload p;

    switch (role) {
    case KAFKA_GROUP_ID:
        note_group(e, r, value);
        break;
    case KAFKA_PROTOCOL_TYPE:
        note_type(e, r, value);
        break;
    case KAFKA_PROTOCOL_NAME:
        note_name(e, r, value);
        break;
    case KAFKA_PROTOCOL_METADATA:
    case KAFKA_MEMBER_METADATA:
        if (tree)
            show_of_member(e, r, tree, value, false);
        break;
    case KAFKA_MEMBER_ASSIGNMENT:
        if (tree)
            show_of_member(e, r, tree, value, true);
        break;
    case KAFKA_EMBEDDED_PRINCIPAL:
        /* A broker can be set to write its own form (principal.builder.class). */
        if (tree && kafka_payload_open(&p, r, tree, value))
            kafka_payload_show_versioned(&p, &kafka_default_principal_data, KAFKA_GUESSED);
        break;
    case KAFKA_TELEMETRY_COMPRESSION:
        e->compression = value->number;
        break;
    case KAFKA_TELEMETRY_METRICS:
        if (tree)
            kafka_show_metrics(r, tree, value, e->compression);
        break;
    case KAFKA_TEXT_BYTES:
        kafka_show_text(value->item, r, value);
        break;
    default:
        break;
    }
}
