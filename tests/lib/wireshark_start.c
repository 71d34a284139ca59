/* wireshark_start.c
 * Starts Wireshark's library in a test program, with the plugin's objects linked in
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "wireshark_start.h"

#include <stdio.h>
#include <stdlib.h>

#include <wireshark.h>

#include <epan/column.h>
#include <epan/epan.h>
#include <epan/prefs.h>
#include <epan/timestamp.h>
#include <wiretap/wtap.h>
#include <wsutil/filesystem.h>
#include <wsutil/privileges.h>
#include <wsutil/wslog.h>

#include "compat.h"

void plugin_register(void);

void
wireshark_start(const char *program, column_info *columns)
{
    g_setenv("XDG_CONFIG_HOME", "/nonexistent", TRUE);
    g_setenv("HOME", "/nonexistent", TRUE);
    g_setenv("WIRESHARK_ABORT_ON_DISSECTOR_BUG", "1", TRUE);
#if KAFKA_WIRESHARK < 406
    ws_log_init(program, NULL);
    init_process_policies();
    g_free(configuration_init(program, NULL));
#else
    ws_log_init(NULL);
    init_process_policies();
    g_free(configuration_init(program));
#endif
    timestamp_set_type(TS_RELATIVE);
    timestamp_set_precision(TS_PREC_FIXED_USEC);
    timestamp_set_seconds_type(TS_SECONDS_DEFAULT);
    wtap_init(false);
    plugin_register();                  /* before the library starts: it calls what has been registered */
    if (!epan_init(NULL, NULL, false)) {
        fprintf(stderr, "%s: Wireshark's library does not start\n", program);
        exit(2);
    }
    epan_load_settings();
    prefs_apply_all();
    build_column_format_array(columns, prefs.num_cols, true);
}
