/* topics.c
 * Which topic has which id
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "topics.h"

#include "aliases.h"
#include "compat.h"
#include "messages.h"
#include "takeover.h"

#define ID_LENGTH 16
#define LONGEST_PREFIX 2                /* octets of the length before a name */

static int hf_topic_name = -1;
static wmem_map_t *names;               /* id -> name */

static hf_register_info fields[] = {
    { &hf_topic_name,
      { "Topic", "kafka.topic_id.name", FT_STRING, BASE_NONE, NULL, 0,
        "Name of the topic with this id, from another message of the file", HFILL } },
};

static unsigned
hash_id(const void *id)
{
    return wmem_strong_hash((const uint8_t *)id, ID_LENGTH);
}

static gboolean
equal_ids(const void *a, const void *b)
{
    return memcmp(a, b, ID_LENGTH) == 0;
}

void
kafka_register_topics(int proto)
{
    kafka_adopt_fields(proto, fields, array_length(fields));
    names = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), hash_id, equal_ids);
}

const char *
kafka_topic_name(const uint8_t *id)
{
    /* The metadata log has this id in every cluster, and no message that pairs it with its name (KIP-595, KIP-516). */
    static const uint8_t metadata_id[ID_LENGTH] = { [ID_LENGTH - 1] = 1 };

    if (memcmp(id, metadata_id, ID_LENGTH) == 0)
        return "__cluster_metadata";
    return (const char *)wmem_map_lookup(names, id);
}

static void
learn(kafka_reader *r, const kafka_topic_pair *pair)
{
    static const uint8_t no_id[ID_LENGTH];

    if (memcmp(pair->id, no_id, ID_LENGTH) == 0 || kafka_topic_name(pair->id))
        return;
    wmem_map_insert(names, wmem_memdup(wmem_file_scope(), pair->id, ID_LENGTH),
                    tvb_get_string_enc(wmem_file_scope(), r->tvb, (int)pair->name, (int)(pair->name_end - pair->name),
                                       ENC_UTF_8));
}

bool
kafka_topic_seen(kafka_topic_pair *pair, kafka_reader *r, kafka_role role, const kafka_value *value)
{
    bool second;

    if (role == KAFKA_TOPIC_NAME) {
        if (value->length <= 0)
            return false;
        pair->name = value->offset;
        pair->name_end = value->offset + (uint32_t)value->length;
        second = pair->id && value->offset - pair->id_end <= LONGEST_PREFIX;
    } else {
        pair->id = r->data + value->offset;
        pair->id_end = value->offset + ID_LENGTH;
        second = pair->name_end != 0 && pair->name_end == value->offset;
    }
    if (second)
        learn(r, pair);
    return second;
}

void
kafka_show_topic_name(const kafka_reader *r, proto_tree *tree, uint32_t offset, const char *name)
{
    int alias = **kafka_role_aliases[KAFKA_TOPIC_NAME];

    proto_item_set_generated(proto_tree_add_string(tree, hf_topic_name, r->tvb, (int)offset, ID_LENGTH, name));
    if (!r->is_stored && kafka_is_asked_for(tree, alias))
        proto_item_set_hidden(proto_tree_add_string(tree, alias, r->tvb, (int)offset, ID_LENGTH, name));
}
