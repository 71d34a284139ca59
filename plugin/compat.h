/* compat.h
 * What differs between Wireshark 4.0, 4.4 and 4.6
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef KAFKA_COMPAT_H
#define KAFKA_COMPAT_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>
#include <ws_version.h>

#define KAFKA_WIRESHARK (WIRESHARK_VERSION_MAJOR * 100 + WIRESHARK_VERSION_MINOR)

#if KAFKA_WIRESHARK < 404
typedef gboolean kafka_pref_bool;       /* what a boolean preference points to */
typedef gboolean kafka_heuristic_result;
#define UNS(x) (x)
#define tvb_get_uint8 tvb_get_guint8
#else
typedef bool kafka_pref_bool;
typedef bool kafka_heuristic_result;
#define KAFKA_HAVE_PLUGIN_DESCRIBE 1
#endif

#if KAFKA_WIRESHARK >= 406
#define pntoh16 pntohu16
#define pntoh32 pntohu32
#define pntoh64 pntohu64
#endif

/* What Wireshark's tap "credentials" takes: ui/tap-credentials.h, which no package for developers has. */
typedef struct {
    unsigned num;                       /* the frame of the password */
    unsigned username_num;
    unsigned password_hf_id;
    char *username;
    const char *proto;
    char *info;
} kafka_credential;

#endif
