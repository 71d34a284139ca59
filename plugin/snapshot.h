/* snapshot.h
 * Puts the pieces of a metadata snapshot together
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_SNAPSHOT_H
#define KAFKA_SNAPSHOT_H

#include "info.h"
#include "reader.h"

/*
 * FetchSnapshot (KIP-630) sends a snapshot in pieces that begin and end anywhere,
 * also inside a batch. They belong together by the topic's name, the partition
 * and the snapshot's id, and have their place by their position, whichever
 * connections of the file they came through.
 */

/** What a message said so far of the piece that follows: zero at first. */
typedef struct {
    kafka_text topic;                   /* a place in the reader's tvb */
    int64_t partition;
    int64_t end_offset;                 /* these two are the snapshot's id */
    int64_t epoch;
    int64_t size;
    int64_t position;
} kafka_piece;

/**
 * Notes a field if its role says something of a piece. With the records
 * themselves, which `r` has just shown, the piece is put to the others on the
 * first pass. When the last one is there, all batches of the snapshot are shown
 * under it, in a data source of their own; the other pieces say in which frame
 * that is. A snapshot in one piece needs none of this.
 */
void kafka_piece_note(kafka_piece *piece, kafka_reader *r, proto_tree *tree, kafka_role role,
                      const kafka_value *value);

/** Registers the fields of this. */
void kafka_register_snapshot(int proto);

#endif
