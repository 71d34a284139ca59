/* sasl_parts.h
 * What the files about SASL share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_SASL_PARTS_H
#define KAFKA_SASL_PARTS_H

#include <epan/packet.h>

/** A token that is shown. */
typedef struct {
    packet_info *pinfo;
    tvbuff_t *tvb;                      /* the token alone */
    proto_tree *tree;                   /* below its item; may be NULL */
    const char *text;                   /* the token, with a NUL behind it; in packet scope */
    uint32_t length;
    bool from_client;
    const char *user;                   /* found in it: who logs in, in packet scope; NULL: it does not say */
    bool is_delegation;                 /* is that the id of a delegation token (KIP-48)? */
} kafka_token;

/** Where a part of the token is: octets from `start` up to but not including `end`. */
typedef struct {
    uint32_t start;
    uint32_t end;
} kafka_part;

/** The next part from `*at` on, which ends before `separator` or where the token ends; `*at` is then behind that. */
kafka_part kafka_token_part(const kafka_token *token, uint32_t *at, char separator);

/** A part's text, in packet scope. */
char *kafka_part_text(const kafka_token *token, kafka_part part);

/** Shows a part as a string, over `part` and the octets up to `behind`. */
proto_item *kafka_show_part(const kafka_token *token, int hf, kafka_part part, uint32_t behind, const char *text);

/**
 * Shows the header of RFC 5801 that begins the first message of SCRAM and of
 * OAUTHBEARER: channel binding, authorization id. False if there is none at `*at`,
 * with nothing taken.
 */
bool kafka_show_gs2_header(kafka_token *token, uint32_t *at);

/** A name in which RFC 5801 has "," and "=" as "=2C" and "=3D", as it is meant. In place. */
void kafka_unescape_name(char *name);

/** Notes that a token is not what its mechanism has there. */
void kafka_bad_token(const kafka_token *token, uint32_t offset, const char *what);

/** Each shows a token of its mechanism. */
void kafka_show_plain(kafka_token *token);
void kafka_show_scram(kafka_token *token);
void kafka_show_oauthbearer(kafka_token *token);

extern int hf_kafka_sasl_user;
extern int hf_kafka_sasl_authorization_id;
extern int ett_kafka_sasl_part;

void kafka_register_plain(int proto);
void kafka_register_scram(int proto);
void kafka_register_oauthbearer(int proto);

#endif
