/* wireshark_start.h
 * Starts Wireshark's library in a test program, with the plugin's objects linked in
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef WIRESHARK_START_H
#define WIRESHARK_START_H

#include <epan/column-info.h>

/**
 * With nobody's configuration, and so that a bug of a dissector ends the program.
 * `columns` becomes the preferences' columns. Ends the program with status 2 if
 * the library does not start.
 */
void wireshark_start(const char *program, column_info *columns);

#endif
