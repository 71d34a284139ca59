/* offers.c
 * Which versions a broker offers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "offers.h"

#include "apis.h"
#include "compat.h"
#include "notes.h"
#include "takeover.h"

static int hf_first = -1;
static int hf_last = -1;

static hf_register_info fields[] = {
    { &hf_first,
      { "Oldest version offered", "kafka.offered.min_version", FT_INT16, BASE_DEC, NULL, 0,
        "Oldest version of this API that the broker offered in its answer to ApiVersions", HFILL } },
    { &hf_last,
      { "Newest version offered", "kafka.offered.max_version", FT_INT16, BASE_DEC, NULL, 0,
        "Newest version of this API that the broker offered in its answer to ApiVersions", HFILL } },
};

void
kafka_register_offers(int proto)
{
    kafka_adopt_fields(proto, fields, array_length(fields));
}

static bool
is_remembered(int16_t api_key)
{
    return api_key >= 0 && api_key < KAFKA_OFFERED_APIS;
}

void
kafka_offer_note(kafka_offer **offer, kafka_role role, const kafka_value *value)
{
    int16_t number = (int16_t)value->number;

    if (!*offer)
        *offer = wmem_new0(wmem_file_scope(), kafka_offer);
    if (role == KAFKA_API_VERSIONS_KEY)
        (*offer)->key = number;
    if (!is_remembered((*offer)->key))
        return;

    kafka_offered *api = &(*offer)->apis[(*offer)->key];
    api->offered = true;
    if (role == KAFKA_API_VERSIONS_MIN)
        api->first = number;
    else if (role == KAFKA_API_VERSIONS_MAX)
        api->last = number;
}

void
kafka_show_offer(proto_tree *tree, tvbuff_t *tvb, const kafka_offer *offer, int16_t api_key)
{
    if (!tree || !offer || !is_remembered(api_key) || !offer->apis[api_key].offered)
        return;
    proto_item_set_generated(proto_tree_add_int(tree, hf_first, tvb, 0, 0, offer->apis[api_key].first));
    proto_item_set_generated(proto_tree_add_int(tree, hf_last, tvb, 0, 0, offer->apis[api_key].last));
}

void
kafka_check_offer(proto_tree *tree, packet_info *pinfo, tvbuff_t *tvb, const kafka_offer *offer, int16_t api_key,
                  int16_t api_version)
{
    if (!offer || !is_remembered(api_key))
        return;

    const kafka_offered *api = &offer->apis[api_key];
    const kafka_api *known = kafka_api_of(api_key);
    const char *name = known ? known->name : "This API";
    if (!api->offered)
        kafka_add_note(tree, pinfo, tvb, 0, 0, KAFKA_NOT_OFFERED, "%s is not among what the broker offers", name);
    else if (api_version < api->first || api_version > api->last)
        kafka_add_note(tree, pinfo, tvb, 0, 0, KAFKA_NOT_OFFERED, "%s v%d is asked for; the broker offers v%d to v%d",
                       name, api_version, api->first, api->last);
}
