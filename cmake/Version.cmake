# Tells the version: from git's newest tag v*, else (a tarball, no tags) from the newest heading of CHANGELOG.md.
# Sets KAFKASHARK_VERSION (0.1.0, or 0.1.0-3-gabcdef between releases) and KAFKASHARK_VERSION_NUMBER (0.1.0).
#
# SPDX-License-Identifier: GPL-2.0-or-later

set(KAFKASHARK_VERSION "")

if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/.git)
    execute_process(
        COMMAND git describe --tags --match "v[0-9]*"
        WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
        OUTPUT_VARIABLE KAFKASHARK_VERSION
        OUTPUT_STRIP_TRAILING_WHITESPACE
        ERROR_QUIET)
    string(REGEX REPLACE "^v" "" KAFKASHARK_VERSION "${KAFKASHARK_VERSION}")
endif()

if(NOT KAFKASHARK_VERSION)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS CHANGELOG.md)
    file(STRINGS CHANGELOG.md headings REGEX "^## \\[?[0-9]")
    list(GET headings 0 KAFKASHARK_VERSION)
    string(REGEX REPLACE "^## \\[?([0-9][^] ]*).*" "\\1" KAFKASHARK_VERSION "${KAFKASHARK_VERSION}")
    unset(headings)
endif()

string(REGEX MATCH "^[0-9]+(\\.[0-9]+)*" KAFKASHARK_VERSION_NUMBER "${KAFKASHARK_VERSION}")
