/* sasl_oauthbearer.c
 * The messages of OAUTHBEARER: RFC 7628, KIP-255; the token if it is a JWT: RFC 7519
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "sasl_parts.h"

#include <wsutil/wsjson.h>

#include "compat.h"
#include "guest.h"
#include "takeover.h"

#define SEPARATOR '\001'                /* behind each pair of a key and a value */
#define SCHEME "Bearer "
#define MOST_TOKENS 200                 /* of JSON's, in claims in which the user is looked for */

static int hf_pair = -1;
static int hf_key = -1;
static int hf_value = -1;
static int hf_token = -1;
static int hf_header = -1;
static int hf_claims = -1;
static int hf_signature = -1;
static int hf_failure = -1;

static hf_register_info fields[] = {
    { &hf_pair,
      { "Pair", "kafka.sasl.oauthbearer.pair", FT_NONE, BASE_NONE, NULL, 0, "A key and its value", HFILL } },
    { &hf_key,
      { "Key", "kafka.sasl.oauthbearer.key", FT_STRING, BASE_NONE, NULL, 0,
        "Name of a value: auth, or an extension", HFILL } },
    { &hf_value,
      { "Value", "kafka.sasl.oauthbearer.value", FT_STRING, BASE_NONE, NULL, 0, "What the key has", HFILL } },
    { &hf_token,
      { "Bearer token", "kafka.sasl.oauthbearer.token", FT_STRING, BASE_NONE, NULL, 0,
        "Token that says who the client is", HFILL } },
    { &hf_header,
      { "JWT header", "kafka.sasl.oauthbearer.jwt.header", FT_STRING, BASE_NONE, NULL, 0,
        "What kind of token it is and how it is signed, decoded", HFILL } },
    { &hf_claims,
      { "JWT claims", "kafka.sasl.oauthbearer.jwt.claims", FT_STRING, BASE_NONE, NULL, 0,
        "What the token says, decoded", HFILL } },
    { &hf_signature,
      { "JWT signature", "kafka.sasl.oauthbearer.jwt.signature", FT_BYTES, BASE_NONE, NULL, 0,
        "Signature over header and claims, decoded", HFILL } },
    { &hf_failure,
      { "Failure", "kafka.sasl.oauthbearer.failure", FT_STRING, BASE_NONE, NULL, 0,
        "Why the server refuses the token", HFILL } },
};

void
kafka_register_oauthbearer(int proto)
{
    kafka_adopt_fields(proto, fields, array_length(fields));
}

/* ------------------------------------------------------------------------------------------------------------- JWT */

/*
 * The octets that a part stands for in the base64 of RFC 4648 for URLs, without
 * padding, with a NUL behind them; NULL if it is no such text.
 */
static uint8_t *
decode_base64url(const kafka_token *token, kafka_part part, size_t *length)
{
    uint32_t size = part.end - part.start;
    char *text = (char *)wmem_alloc(token->pinfo->pool, size + 4);

    if (size % 4 == 1)
        return NULL;
    memcpy(text, token->text + part.start, size);
    for (uint32_t i = 0; i < size; i++) {
        if (!g_ascii_isalnum(text[i]) && text[i] != '-' && text[i] != '_')
            return NULL;
        text[i] = text[i] == '-' ? '+' : text[i] == '_' ? '/' : text[i];
    }
    while (size % 4 != 0)
        text[size++] = '=';
    text[size] = '\0';

    gsize decoded_length;
    unsigned char *decoded = g_base64_decode(text, &decoded_length);
    uint8_t *copy = (uint8_t *)wmem_alloc(token->pinfo->pool, decoded_length + 1);
    memcpy(copy, decoded, decoded_length);
    copy[decoded_length] = 0;
    g_free(decoded);
    *length = decoded_length;
    return copy;
}

static bool
is_object(const uint8_t *octets, size_t length)
{
    return length >= 2 && octets[0] == '{' && g_utf8_validate((const char *)octets, (gssize)length, NULL);
}

/* The claim that brokers take for the user's name unless told otherwise (sasl.oauthbearer.sub.claim.name). */
static const char *
find_user(const kafka_token *token, const uint8_t *claims, size_t length)
{
    char *text = wmem_strndup(token->pinfo->pool, (const char *)claims, length);
    jsmntok_t tokens[MOST_TOKENS];

    return json_parse(text, tokens, MOST_TOKENS) > 0 ? json_get_string(text, tokens, "sub") : NULL;
}

static void
show_json(const kafka_token *token, proto_item *item, const char *name, const uint8_t *octets, size_t length)
{
    tvbuff_t *tvb = tvb_new_child_real_data(token->tvb, octets, (unsigned)length, (int)length);

    add_new_data_source(token->pinfo, tvb, name);
    kafka_call_guest("json", tvb, token->pinfo, proto_item_add_subtree(item, ett_kafka_sasl_part), NULL);
}

/* Shows a token of three parts; false if it is no JWT. */
static bool
show_jwt(kafka_token *token, proto_tree *tree, kafka_part whole)
{
    kafka_part parts[3];
    uint8_t *octets[3];
    size_t lengths[3];
    uint32_t at = whole.start;

    for (unsigned i = 0; i < 3; i++) {
        const char *dot = at < whole.end ? (const char *)memchr(token->text + at, '.', whole.end - at) : NULL;
        if ((dot != NULL) != (i < 2))
            return false;
        parts[i] = (kafka_part){ at, dot ? (uint32_t)(dot - token->text) : whole.end };
        octets[i] = decode_base64url(token, parts[i], &lengths[i]);
        if (!octets[i] || (i < 2 && !is_object(octets[i], lengths[i])))
            return false;
        at = parts[i].end + 1;
    }
    token->user = find_user(token, octets[1], lengths[1]);
    if (!tree)
        return true;

    kafka_token below = *token;
    below.tree = tree;
    proto_item *header = kafka_show_part(&below, hf_header, parts[0], parts[1].start, (const char *)octets[0]);
    proto_item *claims = kafka_show_part(&below, hf_claims, parts[1], parts[2].start, (const char *)octets[1]);
    show_json(token, header, "JWT header", octets[0], lengths[0]);
    show_json(token, claims, "JWT claims", octets[1], lengths[1]);
    if (lengths[2] > 0)
        proto_tree_add_bytes_with_length(tree, hf_signature, token->tvb, (int)parts[2].start,
                                         (int)(parts[2].end - parts[2].start), octets[2], (int)lengths[2]);
    return true;
}

/* ----------------------------------------------------------------------------------------------------------- pairs */

static void
show_value(kafka_token *token, proto_tree *tree, const char *key, kafka_part value)
{
    kafka_token below = *token;
    char *text = kafka_part_text(token, value);

    below.tree = tree;
    kafka_show_part(&below, hf_value, value, value.end, text);
    if (strcmp(key, "auth") != 0 || g_ascii_strncasecmp(text, SCHEME, strlen(SCHEME)) != 0)
        return;

    kafka_part bearer = { value.start + (uint32_t)strlen(SCHEME), value.end };
    proto_item *item = kafka_show_part(&below, hf_token, bearer, bearer.end, text + strlen(SCHEME));
    show_jwt(token, tree ? proto_item_add_subtree(item, ett_kafka_sasl_part) : NULL, bearer);
}

static void
show_pair(kafka_token *token, kafka_part part, uint32_t behind)
{
    const char *equals = (const char *)memchr(token->text + part.start, '=', part.end - part.start);

    if (!equals) {
        kafka_bad_token(token, part.start, "There is a key without a value");
        return;
    }

    kafka_part key = { part.start, (uint32_t)(equals - token->text) };
    kafka_part value = { key.end + 1, part.end };
    const char *name = kafka_part_text(token, key);
    proto_item *item = proto_tree_add_item(token->tree, hf_pair, token->tvb, (int)part.start,
                                           (int)(behind - part.start), ENC_NA);
    proto_tree *tree = token->tree ? proto_item_add_subtree(item, ett_kafka_sasl_part) : NULL;
    kafka_token below = *token;

    below.tree = tree;
    proto_item_append_text(item, ": %s", name);
    kafka_show_part(&below, hf_key, key, value.start, name);
    show_value(token, tree, name, value);
}

static void
show_failure(kafka_token *token)
{
    kafka_part all = { 0, token->length };
    proto_item *item = kafka_show_part(token, hf_failure, all, all.end, token->text);

    if (token->tree && token->text[0] == '{')
        kafka_call_guest("json", token->tvb, token->pinfo, proto_item_add_subtree(item, ett_kafka_sasl_part), NULL);
}

void
kafka_show_oauthbearer(kafka_token *token)
{
    uint32_t at = 0;

    if (!token->from_client) {
        show_failure(token);
        return;
    }
    if (!kafka_show_gs2_header(token, &at) && token->text[0] != SEPARATOR) {    /* that alone answers a failure */
        kafka_bad_token(token, 0, "It does not begin as a message of OAUTHBEARER");
        return;
    }
    while (at < token->length) {
        kafka_part part = kafka_token_part(token, &at, SEPARATOR);
        if (part.end > part.start)
            show_pair(token, part, at);
    }
}
