/* takeover.c
 * Takes the place of the dissector for Kafka that Wireshark has built in
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "takeover.h"

#include <epan/dissectors/packet-tls.h>
#include <epan/prefs-int.h>

#include "compat.h"
#include "tls.h"

static bool have_builtin;
static bool use_plugin = true;
static void (*builtin_apply)(void);
static void (*own_apply)(void);

static dissector_t own_dissector;
static wmem_map_t *own_fields;                  /* ids of the fields that are ours or became ours */

static dissector_handle_t builtin_handle;       /* "kafka" */
static dissector_handle_t inner_handle;         /* ours, of the protocol: adds its layer, obeys its being disabled */
static dissector_handle_t
    outer_handle; /* ours, in the tables: of a protocol in name only, so that `-d ...,kafka` is not ambiguous */

int
kafka_takeover_protocol(void)
{
    int proto = proto_get_id_by_filter_name("kafka");

    have_builtin = proto > 0;
    return have_builtin ? proto : proto_register_protocol("Kafka", "Kafka", "kafka");
}

/* Is a field already there that can serve as ours? One of our own only if it has our label. */
static header_field_info *
find_field(int proto, const header_field_info *ours)
{
    header_field_info *field = proto_registrar_get_byname(ours->abbrev);

    while (field &&
           (field->parent != proto || field->type != ours->type ||
            (wmem_map_contains(own_fields, GINT_TO_POINTER(field->id)) && strcmp(field->name, ours->name) != 0)))
        field = field->same_name_prev_id > 0 ? proto_registrar_get_nth((unsigned)field->same_name_prev_id) : NULL;
    return field;
}

/* The built-in has some names twice, and Wireshark lists the description of one of them. */
static void
describe(int proto, header_field_info *field, const char *blurb)
{
    field->blurb = blurb;
    while (field->same_name_prev_id > 0) {
        field = proto_registrar_get_nth((unsigned)field->same_name_prev_id);
        if (field->parent == proto && !field->blurb)
            field->blurb = blurb;
    }
}

void
kafka_adopt_fields(int proto, hf_register_info *fields, unsigned count)
{
    if (!own_fields)
        own_fields = wmem_map_new(wmem_epan_scope(), g_direct_hash, g_direct_equal);
    for (unsigned i = 0; i < count; i++) {
        header_field_info *field = find_field(proto, &fields[i].hfinfo);

        if (!field) {
            proto_register_field_array(proto, &fields[i], 1);
            wmem_map_insert(own_fields, GINT_TO_POINTER(*fields[i].p_id), own_fields);
            continue;
        }
        wmem_map_insert(own_fields, GINT_TO_POINTER(field->id), own_fields);
        *fields[i].p_id = field->id;
        field->name = fields[i].hfinfo.name;
        field->display = fields[i].hfinfo.display;
        field->strings = fields[i].hfinfo.strings;
        describe(proto, field, fields[i].hfinfo.blurb);
    }
}

static void
apply(void)
{
    if (builtin_apply)
        builtin_apply();
    own_apply();
}

module_t *
kafka_takeover_preferences(int proto, void (*apply_own)(void))
{
    module_t *module = have_builtin ? prefs_find_module("kafka") : NULL;

    own_apply = apply_own;
    if (!module)
        return prefs_register_protocol(proto, apply);
    builtin_apply = module->apply_cb;
    module->apply_cb = apply;
    return module;
}

int
kafka_takeover_call(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    pinfo->can_desegment = pinfo->saved_can_desegment;          /* the level in between would switch reassembly off */

    int taken = kafka_dissect_tls(tvb, pinfo, tree, data, outer_handle);
    return taken > 0 ? taken : call_dissector_only(inner_handle, tvb, pinfo, tree, data);
}

/* ---------------------------------------------------------------------------------------------------- the tables */

typedef struct {
    dissector_handle_t handle;
    GArray *ports;
} port_search;

static void
collect_port(const char *table _U_, ftenum_t type _U_, void *key, void *value, void *user_data)
{
    port_search *search = (port_search *)user_data;
    unsigned port = GPOINTER_TO_UINT(key);

    if (port != 0 && dtbl_entry_get_handle((dtbl_entry_t *)value) == search->handle)
        g_array_append_val(search->ports, port);
}

/* What `from` decodes in a table, `to` decodes from now on. */
static void
rebind(const char *table, dissector_handle_t from, dissector_handle_t to)
{
    port_search search = { from, g_array_new(FALSE, FALSE, sizeof(unsigned)) };

    if (from && to) {
        dissector_table_foreach(table, collect_port, &search);
        for (unsigned i = 0; i < search.ports->len; i++)
            dissector_add_uint(table, g_array_index(search.ports, unsigned, i), to);
    }
    g_array_free(search.ports, TRUE);
}

static void
bind_all(void)
{
    dissector_handle_t from = use_plugin ? builtin_handle : outer_handle;
    dissector_handle_t to = use_plugin ? outer_handle : builtin_handle;

    rebind("tcp.port", from, to);
    rebind("tls.port", from, to);
}

void
kafka_takeover_dissector(int proto, dissector_t dissector)
{
    int name_only = proto_register_protocol_in_name_only("Kafka (Kafkashark)", "Kafkashark", "kafkashark", proto,
                                                         FT_PROTOCOL);

    own_dissector = dissector;
    inner_handle = create_dissector_handle(dissector, proto);
    outer_handle = register_dissector("kafkashark", kafka_takeover_call, name_only);
    register_init_routine(bind_all);            /* Decode As may have put the built-in back since */
}

void
kafka_takeover_handoff(void)
{
    builtin_handle = find_dissector("kafka");   /* NULL any earlier: the built-in registers it when it hands off */
    ssl_dissector_add(0, outer_handle);         /* offers it in Decode As for TLS */
    bind_all();
}

void
kafka_takeover_add_ports(const char *table, range_t *range)
{
    dissector_add_uint_range(table, range, outer_handle);
}

void
kafka_takeover_remove_ports(const char *table, range_t *range)
{
    dissector_delete_uint_range(table, range, outer_handle);
}

void
kafka_takeover_choose(bool plugin)
{
    use_plugin = plugin;
    bind_all();
}

bool
kafka_takeover_is_chosen(void)
{
    return use_plugin;
}

dissector_handle_t
kafka_takeover_handle(void)
{
    return outer_handle;
}

int
kafka_takeover_dissect(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    return own_dissector(tvb, pinfo, tree, data);
}
