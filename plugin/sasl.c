/* sasl.c
 * SASL: which mechanism a connection uses, and what is in its tokens
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "sasl.h"

#include <epan/proto_data.h>
#include <wsutil/pint.h>

#include "apis.h"
#include "compat.h"
#include "fields.h"
#include "guest.h"
#include "message.h"
#include "protocol.h"
#include "sasl_parts.h"
#include "takeover.h"

#define GSSAPI "GSSAPI"
#define GSSAPI_TOKEN 0x60               /* the first octet of GSSAPI's first token: RFC 2743, 3.1 */
#define SPNEGO_INIT 0xa0                /* those of SPNEGO's tokens without GSSAPI's header: RFC 4178, 4.2 */
#define SPNEGO_RESPONSE 0xa1

int hf_kafka_sasl_token = -1;
int hf_kafka_sasl_user = -1;
int hf_kafka_sasl_authorization_id = -1;
int ett_kafka_sasl_part = -1;

static int hf_mechanism = -1;
static int hf_channel_binding = -1;
static int hf_delegation_token = -1;
static int ett_token = -1;

static hf_register_info fields[] = {
    { &hf_kafka_sasl_token,
      { "Token", "kafka.sasl.token", FT_BYTES, BASE_NONE, NULL, 0,
        "Token that has only its size before it, as after a handshake of version 0", HFILL } },
    { &hf_kafka_sasl_user,
      { "User", "kafka.sasl.user", FT_STRING, BASE_NONE, NULL, 0, "Who logs in", HFILL } },
    { &hf_kafka_sasl_authorization_id,
      { "Authorization id", "kafka.sasl.authorization_id", FT_STRING, BASE_NONE, NULL, 0,
        "In whose name the user wants to act", HFILL } },
    { &hf_mechanism,
      { "Mechanism", "kafka.sasl.mechanism", FT_STRING, BASE_NONE, NULL, 0,
        "Mechanism that the client named in the handshake", HFILL } },
    { &hf_channel_binding,
      { "Channel binding", "kafka.sasl.gs2_channel_binding", FT_STRING, BASE_NONE, NULL, 0,
        "Whether the client binds the login to the TLS connection: n, y, or p with its kind", HFILL } },
    { &hf_delegation_token,
      { "Delegation token", "kafka.sasl.delegation_token", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "The user is the id of a delegation token, not a name", HFILL } },
};

static int *const trees[] = { &ett_token, &ett_kafka_sasl_part };

void
kafka_register_sasl(int proto)
{
    kafka_adopt_fields(proto, fields, array_length(fields));
    kafka_register_scram(proto);
    kafka_register_oauthbearer(proto);
    proto_register_subtree_array(trees, array_length(trees));
    kafka_register_plain(proto);
}

void
kafka_handoff_sasl(int proto)
{
    find_dissector_add_dependency("gssapi", proto);
    find_dissector_add_dependency("spnego", proto);
    find_dissector_add_dependency("json", proto);
}

/* ------------------------------------------------------------------------------------------- tokens without headers */

/* Is this the first token of GSSAPI, from its first octet to its last? */
static bool
is_gssapi(const uint8_t *octets, uint32_t length)
{
    if (length < 2 || octets[0] != GSSAPI_TOKEN)
        return false;
    if (octets[1] < 0x80)
        return length == 2u + octets[1];
    if (octets[1] == 0x81)
        return length >= 3 && length == 3u + octets[2];
    return octets[1] == 0x82 && length >= 4 && length == 4u + pntoh16(octets + 2);
}

static bool
is_request(const uint8_t *octets, uint32_t length)
{
    const kafka_api *api = length >= KAFKA_REQUEST_FIXED ? kafka_api_of((int16_t)pntoh16(octets)) : NULL;

    return api && kafka_has_version(api->request, (int16_t)pntoh16(octets + 2));
}

static bool
expects_from_client(kafka_connection *connection, const uint8_t *octets, uint32_t length)
{
    kafka_sasl_state *sasl = &connection->sasl;

    if (!sasl->raw && connection->requests == 0 && is_gssapi(octets, length)) {
        sasl->raw = true;
        sasl->mechanism = GSSAPI;
    }
    if (sasl->raw && is_request(octets, length))
        sasl->raw = false;
    return sasl->raw;
}

static bool
expects_from_server(const kafka_connection *connection, const uint8_t *octets, uint32_t length)
{
    const kafka_sasl_state *sasl = &connection->sasl;

    if (!sasl->unanswered || wmem_queue_count(sasl->unanswered) == 0)
        return false;

    const kafka_exchange *token = (const kafka_exchange *)wmem_queue_peek(sasl->unanswered);
    const kafka_exchange *request = length >= KAFKA_RESPONSE_FIXED
        ? kafka_waiting(connection, (int32_t)pntoh32(octets)) : NULL;
    return !request || request->number > token->number;
}

bool
kafka_sasl_expects_token(kafka_connection *connection, bool to_server, const uint8_t *octets, uint32_t length)
{
    return to_server ? expects_from_client(connection, octets, length)
                     : expects_from_server(connection, octets, length);
}

static kafka_sasl_step *
new_step(kafka_connection *connection, bool raw)
{
    kafka_sasl_step *step = wmem_new0(wmem_file_scope(), kafka_sasl_step);

    step->mechanism = connection->sasl.mechanism;
    step->raw = raw;
    return step;
}

kafka_exchange *
kafka_sasl_token_seen(kafka_connection *connection, packet_info *pinfo, unsigned ordinal, bool to_server)
{
    kafka_sasl_state *sasl = &connection->sasl;
    kafka_exchange *exchange = kafka_exchange_of(pinfo, ordinal);

    if (exchange)
        return exchange;
    if (!to_server) {
        exchange = (kafka_exchange *)wmem_queue_pop(sasl->unanswered);
        exchange->response_frame = pinfo->num;
        p_add_proto_data(wmem_file_scope(), pinfo, proto_kafka, ordinal, exchange);
        return exchange;
    }
    exchange = wmem_new0(wmem_file_scope(), kafka_exchange);
    exchange->number = ++connection->requests;
    exchange->request_frame = pinfo->num;
    exchange->request_time = pinfo->abs_ts;
    exchange->sasl = new_step(connection, true);
    p_add_proto_data(wmem_file_scope(), pinfo, proto_kafka, ordinal, exchange);
    if (!sasl->unanswered)
        sasl->unanswered = wmem_queue_new(wmem_file_scope());
    wmem_queue_push(sasl->unanswered, exchange);
    return exchange;
}

void
kafka_sasl_handshake(kafka_connection *connection, kafka_exchange *exchange, kafka_reader *r, const kafka_value *value)
{
    if (PINFO_FD_VISITED(r->pinfo) || value->length < 0)
        return;
    connection->sasl.mechanism = (const char *)tvb_get_string_enc(wmem_file_scope(), r->tvb, (int)value->offset,
                                                                  value->length, ENC_UTF_8);
    connection->sasl.user = NULL;
    connection->sasl.raw = exchange->api_version == 0;
}

/* -------------------------------------------------------------------------------------------------- parts of tokens */

kafka_part
kafka_token_part(const kafka_token *token, uint32_t *at, char separator)
{
    const char *end = (const char *)memchr(token->text + *at, separator, token->length - *at);
    kafka_part part = { *at, end ? (uint32_t)(end - token->text) : token->length };

    *at = end ? part.end + 1 : part.end;
    return part;
}

char *
kafka_part_text(const kafka_token *token, kafka_part part)
{
    return (char *)tvb_get_string_enc(token->pinfo->pool, token->tvb, (int)part.start, (int)(part.end - part.start),
                                      ENC_UTF_8);
}

proto_item *
kafka_show_part(const kafka_token *token, int hf, kafka_part part, uint32_t behind, const char *text)
{
    return proto_tree_add_string(token->tree, hf, token->tvb, (int)part.start, (int)(behind - part.start), text);
}

void
kafka_unescape_name(char *name)
{
    char *to = name;

    for (const char *from = name; *from; to++) {
        bool comma = strncmp(from, "=2C", 3) == 0, equals = strncmp(from, "=3D", 3) == 0;
        *to = comma ? ',' : equals ? '=' : *from;
        from += comma || equals ? 3 : 1;
    }
    *to = '\0';
}

bool
kafka_show_gs2_header(kafka_token *token, uint32_t *at)
{
    uint32_t behind = *at;
    kafka_part binding = kafka_token_part(token, &behind, ',');
    uint32_t begin_of_id = behind;
    kafka_part id = kafka_token_part(token, &behind, ',');
    char *text = kafka_part_text(token, binding);

    if (id.end == token->length || (strcmp(text, "n") != 0 && strcmp(text, "y") != 0 && strncmp(text, "p=", 2) != 0))
        return false;
    kafka_show_part(token, hf_channel_binding, binding, begin_of_id, text);

    char *name = kafka_part_text(token, id);
    if (strncmp(name, "a=", 2) == 0) {
        kafka_unescape_name(name + 2);
        kafka_show_part(token, hf_kafka_sasl_authorization_id, id, behind, name + 2);
    }
    *at = behind;
    return true;
}

void
kafka_bad_token(const kafka_token *token, uint32_t offset, const char *what)
{
    kafka_add_note(token->tree, token->pinfo, token->tvb, offset, 0, KAFKA_BAD_TOKEN, "%s", what);
}

/* ------------------------------------------------------------------------------------------------------- all tokens */

static void
show_gssapi(kafka_token *token)
{
    uint8_t first = (uint8_t)token->text[0];
    bool is_spnego = first == SPNEGO_INIT || first == SPNEGO_RESPONSE;

    kafka_call_guest(is_spnego ? "spnego" : "gssapi", token->tvb, token->pinfo, token->tree, NULL);
}

/* Of a mechanism that is not known here: some have JSON. */
static void
show_other(kafka_token *token)
{
    if (token->text[0] == '{')
        kafka_call_guest("json", token->tvb, token->pinfo, token->tree, NULL);
}

static const struct {
    const char *prefix;
    void (*show)(kafka_token *token);
} mechanisms[] = {
    { "PLAIN", kafka_show_plain },
    { "SCRAM-", kafka_show_scram },
    { "OAUTHBEARER", kafka_show_oauthbearer },
    { GSSAPI, show_gssapi },
    { "GSS-SPNEGO", show_gssapi },
    { "SPNEGO", show_gssapi },
};

static void
show(kafka_token *token, const char *mechanism)
{
    for (unsigned i = 0; i < array_length(mechanisms); i++) {
        if (strncmp(mechanism, mechanisms[i].prefix, strlen(mechanisms[i].prefix)) == 0) {
            mechanisms[i].show(token);
            return;
        }
    }
    show_other(token);
}

/* The mechanism that a client's token must be of if the handshake was not seen; NULL if that is not plain. */
static const char *
guess_mechanism(const kafka_token *token)
{
    const char *text = token->text, *zero = (const char *)memchr(text, '\0', token->length);

    if (is_gssapi((const uint8_t *)text, token->length))
        return GSSAPI;
    if (strncmp(text, "n,", 2) == 0)
        return strstr(text, "\001auth=") ? "OAUTHBEARER" : strstr(text, "n=") ? "SCRAM-" : NULL;
    if (zero && memchr(zero + 1, '\0', token->length - (uint32_t)(zero + 1 - text)) &&
        g_utf8_validate(zero + 1, -1, NULL) && g_ascii_isalnum(zero[1]))
        return "PLAIN";
    return NULL;
}

/* What a token told is remembered for its answer. */
static void
remember(kafka_connection *connection, kafka_exchange *exchange, const kafka_token *token)
{
    if (PINFO_FD_VISITED(token->pinfo) || !token->from_client)
        return;
    if (token->user)
        connection->sasl.user = wmem_strdup(wmem_file_scope(), token->user);
    exchange->sasl->user = connection->sasl.user;
    exchange->sasl->is_delegation = token->is_delegation;
}

static kafka_token
token_of(kafka_reader *r, bool from_client, const kafka_value *value)
{
    uint32_t length = (uint32_t)value->length;
    char *text = (char *)wmem_alloc(r->pinfo->pool, length + 1);

    memcpy(text, r->data + value->offset, length);
    text[length] = '\0';
    return (kafka_token){
        .pinfo = r->pinfo,
        .tvb = tvb_new_subset_length(r->tvb, (int)value->offset, (int)length),
        .tree = value->item ? proto_item_add_subtree(value->item, ett_token) : NULL,
        .text = text,
        .length = length,
        .from_client = from_client,
    };
}

static void
show_content(kafka_connection *connection, kafka_exchange *exchange, kafka_token *token)
{
    kafka_sasl_step *step = exchange->sasl;

    if (!step->mechanism && token->from_client)
        step->mechanism = connection->sasl.mechanism = guess_mechanism(token);
    if (!step->mechanism)
        return;
    if (token->tree)
        proto_item_set_generated(proto_tree_add_string(token->tree, hf_mechanism, token->tvb, 0, 0, step->mechanism));
    show(token, step->mechanism);
    if (token->is_delegation)
        proto_item_set_generated(proto_tree_add_boolean(token->tree, hf_delegation_token, token->tvb, 0, 0, true));
    remember(connection, exchange, token);
}

const char *
kafka_sasl_show_token(kafka_connection *connection, kafka_exchange *exchange, kafka_reader *r, bool from_client,
                      const kafka_value *value)
{
    if (!exchange->sasl)
        exchange->sasl = new_step(connection, false);
    if (value->length > 0) {
        kafka_token token = token_of(r, from_client, value);
        show_content(connection, exchange, &token);
    }

    const kafka_sasl_step *step = exchange->sasl;
    return step->mechanism && step->user ? wmem_strdup_printf(r->pinfo->pool, "%s user=%s", step->mechanism, step->user)
                                         : step->mechanism;
}
