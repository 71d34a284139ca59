/* control_records.c
 * What is in the key and the value of a control record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "control_records.h"

#include "content.h"
#include "interest.h"
#include "messages.h"
#include "payload.h"

/* The types whose values have the version before the schema's fields (KIP-98); in others it is the first field. */
enum { ABORT, COMMIT };

#define KEY_LENGTH 4
#define VERSION_LENGTH 2

static void
note_type(kafka_reader *r, proto_tree *tree _U_, kafka_role role, const kafka_value *value)
{
    if (role == KAFKA_CONTROL_RECORD_TYPE)
        *(int32_t *)r->context = (int32_t)value->number;
}

int32_t
kafka_show_control_key(kafka_reader *r, proto_tree *tree, const kafka_value *key)
{
    int32_t type = KAFKA_NO_CONTROL_TYPE;
    kafka_payload p;

    if (!kafka_payload_open(&p, r, tree, key))
        return type;
    if (key->length < KEY_LENGTH) {
        kafka_payload_refuse(&p, "The key of a control record has a version and a type");
        return type;
    }
    p.reader.listener = note_type;
    p.reader.context = &type;
    kafka_payload_take_apart(&p);
    kafka_payload_show(&p, &kafka_control_record_key, kafka_control_record_key.versions.last);
    return type;
}

static void
show_unframed(kafka_payload *p, const kafka_message *message)
{
    int16_t version = p->value->length < VERSION_LENGTH ? -1 : tvb_get_ntohis(p->reader.tvb, (int)p->reader.offset);

    if (version >= message->versions.first && version <= message->versions.last &&
        kafka_payload_fits(p, message, version)) {
        kafka_payload_take_apart(p);
        kafka_payload_show(p, message, version);
    } else
        kafka_payload_refuse(p, "This is not %s v%d", message->name, version);
}

void
kafka_show_control_value(kafka_reader *r, proto_tree *tree, int32_t type, const kafka_value *value)
{
    kafka_payload p;

    if (type == KAFKA_NO_CONTROL_TYPE || !kafka_payload_open(&p, r, tree, value))
        return;
    if (type < 0 || (uint32_t)type >= kafka_control_record_count || !kafka_control_records[type])
        kafka_payload_refuse(&p, "Control records of type %d are not known", type);
    else if (type == ABORT || type == COMMIT)
        kafka_payload_show_versioned(&p, kafka_control_records[type], KAFKA_CERTAIN);
    else
        show_unframed(&p, kafka_control_records[type]);
}

void
kafka_register_control_records(void)
{
    kafka_interest_in_message(&kafka_control_record_key, KAFKA_RECORD_INTEREST);
    for (unsigned i = 0; i < kafka_control_record_count; i++)
        if (kafka_control_records[i])
            kafka_interest_in_message(kafka_control_records[i], KAFKA_RECORD_INTEREST);
}
