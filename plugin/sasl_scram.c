/* sasl_scram.c
 * The messages of SCRAM: RFC 5802, RFC 7677; with delegation tokens: KIP-48
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "sasl_parts.h"

#include <wsutil/strtoi.h>

#include "compat.h"
#include "takeover.h"

static int hf_nonce = -1;
static int hf_channel_binding = -1;
static int hf_salt = -1;
static int hf_iterations = -1;
static int hf_proof = -1;
static int hf_signature = -1;
static int hf_error = -1;
static int hf_mandatory_extension = -1;
static int hf_extension = -1;

static hf_register_info fields[] = {
    { &hf_nonce,
      { "Nonce", "kafka.sasl.scram.nonce", FT_STRING, BASE_NONE, NULL, 0,
        "Random text of the client, to which the server adds its own (r)", HFILL } },
    { &hf_channel_binding,
      { "Channel binding", "kafka.sasl.scram.channel_binding", FT_STRING, BASE_NONE, NULL, 0,
        "The first message's header and the data of the channel binding, in base64 (c)", HFILL } },
    { &hf_salt,
      { "Salt", "kafka.sasl.scram.salt", FT_STRING, BASE_NONE, NULL, 0,
        "Salt of the password, in base64 (s)", HFILL } },
    { &hf_iterations,
      { "Iterations", "kafka.sasl.scram.iterations", FT_UINT32, BASE_DEC, NULL, 0,
        "How often the password is hashed (i)", HFILL } },
    { &hf_proof,
      { "Client proof", "kafka.sasl.scram.proof", FT_STRING, BASE_NONE, NULL, 0,
        "Proof that the client knows the password, in base64 (p)", HFILL } },
    { &hf_signature,
      { "Server signature", "kafka.sasl.scram.signature", FT_STRING, BASE_NONE, NULL, 0,
        "Proof that the server knows the password, in base64 (v)", HFILL } },
    { &hf_error,
      { "Server error", "kafka.sasl.scram.error", FT_STRING, BASE_NONE, NULL, 0,
        "Why the server refuses the client (e)", HFILL } },
    { &hf_mandatory_extension,
      { "Mandatory extension", "kafka.sasl.scram.mandatory_extension", FT_STRING, BASE_NONE, NULL, 0,
        "Extension that must be understood (m)", HFILL } },
    { &hf_extension,
      { "Extension", "kafka.sasl.scram.extension", FT_STRING, BASE_NONE, NULL, 0,
        "Attribute that is not of RFC 5802, with its name", HFILL } },
};

void
kafka_register_scram(int proto)
{
    kafka_adopt_fields(proto, fields, array_length(fields));
}

static const struct {
    char name;
    int *hf;
} attributes[] = {
    { 'a', &hf_kafka_sasl_authorization_id },
    { 'n', &hf_kafka_sasl_user },
    { 'm', &hf_mandatory_extension },
    { 'r', &hf_nonce },
    { 'c', &hf_channel_binding },
    { 's', &hf_salt },
    { 'p', &hf_proof },
    { 'v', &hf_signature },
    { 'e', &hf_error },
};

static void
show_iterations(const kafka_token *token, kafka_part part, uint32_t behind, const char *text)
{
    uint32_t number;

    if (ws_strtou32(text, NULL, &number))
        proto_tree_add_uint(token->tree, hf_iterations, token->tvb, (int)part.start, (int)(behind - part.start),
                            number);
    else
        kafka_bad_token(token, part.start, "The number of iterations is no number");
}

/* The field of the attribute with this name. */
static int
field_of(char name)
{
    for (unsigned i = 0; i < array_length(attributes); i++) {
        if (attributes[i].name == name)
            return *attributes[i].hf;
    }
    return hf_extension;
}

static void
show_attribute(kafka_token *token, kafka_part part, uint32_t behind)
{
    char *text = kafka_part_text(token, part);
    bool is_single = part.end - part.start >= 2 && text[1] == '=';

    if (is_single && text[0] == 'i') {
        show_iterations(token, part, behind, text + 2);
        return;
    }
    if (is_single && (text[0] == 'n' || text[0] == 'a'))
        kafka_unescape_name(text + 2);
    if (is_single && text[0] == 'n')
        token->user = text + 2;
    if (strcmp(text, "tokenauth=true") == 0)
        token->is_delegation = true;
    if (!strchr(text, '='))
        kafka_bad_token(token, part.start, "There is an attribute without a value");

    int hf = is_single ? field_of(text[0]) : hf_extension;
    kafka_show_part(token, hf, part, behind, hf == hf_extension ? text : text + 2);
}

void
kafka_show_scram(kafka_token *token)
{
    uint32_t at = 0;

    if (token->from_client)
        kafka_show_gs2_header(token, &at);
    while (at < token->length) {
        kafka_part part = kafka_token_part(token, &at, ',');
        show_attribute(token, part, at);
    }
}
