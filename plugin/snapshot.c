/* snapshot.c
 * Puts the pieces of a metadata snapshot together
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "snapshot.h"

#include <epan/reassemble.h>

#include "compat.h"
#include "message.h"
#include "record_parts.h"
#include "records.h"
#include "takeover.h"

static reassembly_table snapshots;

static int hf_snapshot = -1;
static int hf_fragments = -1;
static int hf_fragment = -1;
static int hf_overlap = -1;
static int hf_overlap_conflict = -1;
static int hf_multiple_tails = -1;
static int hf_too_long = -1;
static int hf_error = -1;
static int hf_count = -1;
static int hf_reassembled_in = -1;
static int hf_reassembled_length = -1;

static int ett_snapshot = -1;
static int ett_fragments = -1;
static int ett_fragment = -1;

static hf_register_info snapshot_fields[] = {
    { &hf_snapshot,
      { "Snapshot", "kafka.snapshot", FT_NONE, BASE_NONE, NULL, 0, "All pieces of a metadata snapshot", HFILL } },
    { &hf_fragments,
      { "Pieces", "kafka.snapshot.pieces", FT_NONE, BASE_NONE, NULL, 0,
        "The pieces that a metadata snapshot came in", HFILL } },
    { &hf_fragment,
      { "Piece", "kafka.snapshot.piece", FT_FRAMENUM, BASE_NONE, NULL, 0, "A piece of a metadata snapshot", HFILL } },
    { &hf_overlap,
      { "Overlap", "kafka.snapshot.piece.overlap", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "The piece overlaps another", HFILL } },
    { &hf_overlap_conflict,
      { "Conflicting overlap", "kafka.snapshot.piece.overlap.conflict", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "The piece overlaps another that says something else", HFILL } },
    { &hf_multiple_tails,
      { "Several ends", "kafka.snapshot.piece.multiple_tails", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "Several pieces say that they are the last", HFILL } },
    { &hf_too_long,
      { "Beyond the end", "kafka.snapshot.piece.too_long", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "The piece is beyond the snapshot's end", HFILL } },
    { &hf_error,
      { "Error", "kafka.snapshot.piece.error", FT_FRAMENUM, BASE_NONE, NULL, 0,
        "The pieces can't be put together", HFILL } },
    { &hf_count,
      { "Number of pieces", "kafka.snapshot.piece.count", FT_UINT32, BASE_DEC, NULL, 0,
        "How many pieces a metadata snapshot came in", HFILL } },
    { &hf_reassembled_in,
      { "Put together in frame", "kafka.snapshot.reassembled_in", FT_FRAMENUM, BASE_NONE, NULL, 0,
        "Frame with the last piece of this snapshot", HFILL } },
    { &hf_reassembled_length,
      { "Length of all pieces", "kafka.snapshot.reassembled_length", FT_UINT32, BASE_DEC, NULL, 0,
        "Octets of a metadata snapshot", HFILL } },
};

static int *const snapshot_trees[] = { &ett_snapshot, &ett_fragments, &ett_fragment };

static const fragment_items items = {
    &ett_fragment, &ett_fragments, &hf_fragments, &hf_fragment, &hf_overlap, &hf_overlap_conflict, &hf_multiple_tails,
    &hf_too_long, &hf_error, &hf_count, &hf_reassembled_in, &hf_reassembled_length, NULL, "Pieces",
};

/* ----------------------------------------------------------------------------------------- what belongs together */

typedef struct {
    char *topic;
    int64_t partition;
    int64_t end_offset;
    int64_t epoch;
    int64_t size;
} snapshot_key;

static unsigned
hash_key(const void *key)
{
    const snapshot_key *k = (const snapshot_key *)key;

    return g_str_hash(k->topic) ^ (unsigned)k->partition ^ (unsigned)k->end_offset ^ (unsigned)k->epoch << 16 ^
           (unsigned)k->size;
}

static gboolean
equal_keys(const void *a, const void *b)
{
    const snapshot_key *x = (const snapshot_key *)a, *y = (const snapshot_key *)b;

    return strcmp(x->topic, y->topic) == 0 && x->partition == y->partition && x->end_offset == y->end_offset &&
           x->epoch == y->epoch && x->size == y->size;
}

/* Wireshark's key has a number, too; a snapshot is told by `data` alone. */
static void *
copy_key(const packet_info *pinfo _U_, const uint32_t id _U_, const void *data)
{
    snapshot_key *copy = g_new(snapshot_key, 1);

    *copy = *(const snapshot_key *)data;
    copy->topic = g_strdup(copy->topic);
    return copy;
}

static void
free_key(void *key)
{
    g_free(((snapshot_key *)key)->topic);
    g_free(key);
}

static const reassembly_table_functions functions = {
    hash_key, equal_keys, copy_key, copy_key, free_key, free_key,
};

void
kafka_register_snapshot(int proto)
{
    kafka_adopt_fields(proto, snapshot_fields, array_length(snapshot_fields));
    proto_register_subtree_array(snapshot_trees, array_length(snapshot_trees));
    reassembly_table_register(&snapshots, &functions);
}

/* ------------------------------------------------------------------------------------------------------ the pieces */

static bool
is_one_of_several(const kafka_piece *piece, int32_t length)
{
    return length > 0 && piece->size > length && piece->size <= kafka_max_size && piece->position >= 0 &&
           piece->position <= piece->size - length && piece->topic.length > 0;
}

static void
show_piece(const kafka_piece *piece, kafka_reader *r, proto_tree *tree, const kafka_value *value)
{
    if (!is_one_of_several(piece, value->length))
        return;

    snapshot_key key = {
        (char *)tvb_get_string_enc(r->pinfo->pool, r->tvb, (int)piece->topic.offset, (int)piece->topic.length,
                                   ENC_UTF_8),
        piece->partition, piece->end_offset, piece->epoch, piece->size,
    };
    bool more = piece->position + value->length < piece->size;
    fragment_head *all = fragment_add_check(&snapshots, r->tvb, (int)value->offset, r->pinfo, hash_key(&key), &key,
                                            (uint32_t)piece->position, (uint32_t)value->length, more);
    tvbuff_t *tvb = process_reassembled_data(r->tvb, (int)value->offset, r->pinfo, "Snapshot", all, &items, NULL, tree);

    if (!tvb || !tree)
        return;

    uint32_t length = tvb_captured_length(tvb);
    kafka_reader whole = kafka_reader_inside(r, tvb, 0, length, NULL, NULL);
    proto_item *item = proto_tree_add_item(tree, hf_snapshot, tvb, 0, (int)length, ENC_NA);
    kafka_show_records(&whole, proto_item_add_subtree(item, ett_snapshot), 0, length);
}

void
kafka_piece_note(kafka_piece *piece, kafka_reader *r, proto_tree *tree, kafka_role role, const kafka_value *value)
{
    switch (role) {
    case KAFKA_TOPIC_NAME:
        *piece = (kafka_piece){ .topic = { value->offset, (uint32_t)MAX(value->length, 0) } };
        break;
    case KAFKA_SNAPSHOT_PARTITION:
        piece->partition = value->number;
        break;
    case KAFKA_SNAPSHOT_END_OFFSET:
        piece->end_offset = value->number;
        break;
    case KAFKA_SNAPSHOT_EPOCH:
        piece->epoch = value->number;
        break;
    case KAFKA_SNAPSHOT_SIZE:
        piece->size = value->number;
        break;
    case KAFKA_SNAPSHOT_POSITION:
        piece->position = value->number;
        break;
    case KAFKA_SNAPSHOT_RECORDS:
        show_piece(piece, r, tree, value);
        break;
    default:
        break;
    }
}
