/* sasl_plain.c
 * The message of PLAIN: RFC 4616; passwords for Wireshark's list of credentials
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "sasl_parts.h"

#include <epan/tap.h>

#include "compat.h"
#include "takeover.h"

static int hf_password = -1;
static int credentials_tap;

static hf_register_info fields[] = {
    { &hf_password,
      { "Password", "kafka.sasl.password", FT_STRING, BASE_NONE, NULL, 0, "Password of the user", HFILL } },
};

void
kafka_register_plain(int proto)
{
    kafka_adopt_fields(proto, fields, array_length(fields));
    credentials_tap = register_tap("credentials");
}

static void
tell_credentials(const kafka_token *token)
{
    kafka_credential *credential = wmem_new0(token->pinfo->pool, kafka_credential);

    credential->num = token->pinfo->num;
    credential->username_num = token->pinfo->num;
    credential->password_hf_id = (unsigned)hf_password;
    credential->username = wmem_strdup(token->pinfo->pool, token->user);
    credential->proto = "Kafka";
    credential->info = wmem_strdup(token->pinfo->pool, "SASL PLAIN");
    tap_queue_packet(credentials_tap, token->pinfo, credential);
}

/* Whom to act for, who, and a password, with a NUL between them. */
void
kafka_show_plain(kafka_token *token)
{
    uint32_t at = 0, behind_id, behind_user;

    if (!token->from_client) {
        kafka_bad_token(token, 0, "Nothing is to come from the server");
        return;
    }
    kafka_part id = kafka_token_part(token, &at, '\0');
    behind_id = at;
    kafka_part user = kafka_token_part(token, &at, '\0');
    behind_user = at;
    if (behind_id == id.end || behind_user == user.end || memchr(token->text + at, '\0', token->length - at)) {
        kafka_bad_token(token, 0, "A token of PLAIN has two octets of 0");
        return;
    }

    kafka_part password = { behind_user, token->length };
    token->user = kafka_part_text(token, user);
    kafka_show_part(token, hf_kafka_sasl_authorization_id, id, behind_id, kafka_part_text(token, id));
    kafka_show_part(token, hf_kafka_sasl_user, user, behind_user, token->user);
    kafka_show_part(token, hf_password, password, password.end, kafka_part_text(token, password));
    if (have_tap_listener(credentials_tap))
        tell_credentials(token);
}
