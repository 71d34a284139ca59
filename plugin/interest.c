/* interest.c
 * Does anybody look at what is inside a records field?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "interest.h"

#include "guest.h"
#include "notes.h"

/* Fields by their depth. Wireshark has no list of the fields that are referred to, so all of ours are asked. */
static wmem_array_t *fields[KAFKA_CONTENT_INTEREST + 1];

void
kafka_interest_in_field(int hf, kafka_interest depth)
{
    const header_field_info *field = proto_registrar_get_nth((unsigned)hf);

    if (!fields[depth])
        fields[depth] = wmem_array_new(wmem_epan_scope(), sizeof field);
    wmem_array_append_one(fields[depth], field);
}

void
kafka_interest_in_message(const kafka_message *message, kafka_interest depth)
{
    for (unsigned i = 0; i < message->field_count; i++)
        kafka_interest_in_field(*message->fields[i].p_id, depth);
}

void
kafka_interest_in_role(kafka_role role, kafka_interest depth)
{
    for (int *const *hf = kafka_role_aliases[role]; hf && *hf; hf++)
        kafka_interest_in_field(**hf, depth);
}

static bool
is_referenced(kafka_interest depth)
{
    if (!fields[depth])
        return false;

    const header_field_info **field = (const header_field_info **)wmem_array_get_raw(fields[depth]);
    for (unsigned i = wmem_array_get_count(fields[depth]); i > 0; i--, field++)
        if ((*field)->ref_type != HF_REF_TYPE_NONE)
            return true;
    return false;
}

kafka_interest
kafka_interest_of(proto_tree *tree)
{
    if (!tree)
        return kafka_notes_are_listed() ? KAFKA_CONTENT_INTEREST : KAFKA_NO_INTEREST;
    if (PTREE_DATA(tree)->visible || is_referenced(KAFKA_CONTENT_INTEREST) || kafka_notes_matter() ||
        kafka_guests_wanted())
        return KAFKA_CONTENT_INTEREST;
    if (is_referenced(KAFKA_RECORD_INTEREST))
        return KAFKA_RECORD_INTEREST;
    return is_referenced(KAFKA_BATCH_INTEREST) ? KAFKA_BATCH_INTEREST : KAFKA_NO_INTEREST;
}
