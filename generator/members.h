/* members.h
 * The members of a JSON object, one kind each, with errors for all else
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_GEN_MEMBERS_H
#define KAFKA_GEN_MEMBERS_H

#include "document.h"
#include "versions.h"

/** Where the reader of a document is. All is borrowed. */
typedef struct {
    diag *d;
    document *doc;
    JsonObject *object;                 /* whose members are read */
    const char *where;                  /* for errors: "FetchRequest.FetchTopic", or NULL */
} cursor;

/*
 * A member that is not there gives NULL, false or -1 or leaves *v as it is, and is an error only if `required`.
 * One of another kind is an error and gives the same.
 */
JsonNode *member_node(cursor *c, const char *name, bool required);
const char *member_string(cursor *c, const char *name, bool required);
JsonArray *member_array(cursor *c, const char *name, bool required);
bool member_bool(cursor *c, const char *name);
/** From 0 to `largest`, as a number or as a string of digits. */
int member_number(cursor *c, const char *name, int largest);
void member_versions(cursor *c, const char *name, bool required, versions *v);
/** The member "name", which must be there: a letter, then letters and digits. */
const char *member_name(cursor *c);

/** The object that is an array's element. Anything else is an error about the array, the member `name`; NULL then. */
JsonObject *member_element(cursor *c, JsonArray *array, unsigned i, const char *name);

/** Every key that is not in `known`, which ends with NULL, is an error. */
void member_check_keys(cursor *c, const char *const *known);

/** Whether a text is a letter, then letters and digits. */
bool member_is_name(const char *text);

/** Whether a node is a G_TYPE_STRING, G_TYPE_INT64, …. */
bool member_is_value(JsonNode *node, GType type);
void member_wrong_kind(cursor *c, const char *name, const char *wanted, JsonNode *node);

/** The line of a member, or with NULL of the object. */
place member_place(const cursor *c, const char *name);

#endif
