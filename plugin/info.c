/* info.c
 * What a message says in the Info column
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "info.h"

#include "messages.h"
#include "text.h"

static void
note_text(kafka_text *text, const kafka_value *value)
{
    if (text->length == 0 && value->length > 0)
        *text = (kafka_text){ value->offset, (uint32_t)value->length };
}

static void
note_error(kafka_info *info, int16_t code)
{
    for (unsigned i = 0; i < MIN(info->error_count, KAFKA_INFO_NAMES); i++) {
        if (info->errors[i] == code)
            return;
    }
    if (info->error_count < KAFKA_INFO_NAMES)
        info->errors[info->error_count] = code;
    info->error_count++;
}

void
kafka_info_note(kafka_info *info, kafka_role role, const kafka_value *value)
{
    switch (role) {
    case KAFKA_TOPIC_NAME:
        if (info->topic_count < KAFKA_INFO_NAMES)
            note_text(&info->topics[info->topic_count], value);
        if (value->length > 0)
            info->topic_count++;
        break;
    case KAFKA_ERROR_CODE:
        if (value->number != 0)
            note_error(info, (int16_t)value->number);
        break;
    case KAFKA_GROUP_ID:
        note_text(&info->group, value);
        break;
    case KAFKA_TRANSACTIONAL_ID:
        note_text(&info->transaction, value);
        break;
    case KAFKA_CLIENT_ID:
        note_text(&info->client, value);
        break;
    default:
        break;
    }
}

void
kafka_info_topic(kafka_info *info, const char *name)
{
    if (info->topic_count < KAFKA_INFO_NAMES)
        info->topic_names[info->topic_count] = name;
    info->topic_count++;
}

static void
append_text(wmem_strbuf_t *line, packet_info *pinfo, tvbuff_t *tvb, kafka_text text)
{
    wmem_strbuf_append(line, kafka_copy_text(pinfo, tvb, text.offset, text.length));
}

static void
append_topics(wmem_strbuf_t *line, packet_info *pinfo, tvbuff_t *tvb, const kafka_info *info)
{
    unsigned named = MIN(info->topic_count, KAFKA_INFO_NAMES);

    for (unsigned i = 0; i < named; i++) {
        wmem_strbuf_append(line, i ? ", " : " (");
        if (info->topic_names[i])
            wmem_strbuf_append(line, info->topic_names[i]);
        else
            append_text(line, pinfo, tvb, info->topics[i]);
    }
    if (info->topic_count > named)
        wmem_strbuf_append_printf(line, " +%u", info->topic_count - named);
    if (named)
        wmem_strbuf_append_c(line, ')');
}

static void
append_errors(wmem_strbuf_t *line, const kafka_info *info)
{
    unsigned named = MIN(info->error_count, KAFKA_INFO_NAMES);

    for (unsigned i = 0; i < named; i++) {
        uint32_t code = (uint32_t)info->errors[i];
        const char *name = try_val_to_str_ext(code, info->error_values ? info->error_values : &kafka_error_values);
        if (name) {
            wmem_strbuf_append_c(line, ' ');
            wmem_strbuf_append(line, name);
        } else
            wmem_strbuf_append_printf(line, " error %d", info->errors[i]);
    }
    if (info->error_count > named)
        wmem_strbuf_append(line, " and other errors");
}

static void
append_named(wmem_strbuf_t *line, packet_info *pinfo, tvbuff_t *tvb, const char *label, kafka_text text)
{
    if (text.length == 0)
        return;
    wmem_strbuf_append(line, label);
    append_text(line, pinfo, tvb, text);
}

void
kafka_info_show(packet_info *pinfo, tvbuff_t *tvb, const kafka_info *info, const char *what)
{
    if (!col_get_writable(pinfo->cinfo, COL_INFO))
        return;

    wmem_strbuf_t *line = wmem_strbuf_new(pinfo->pool, what);
    append_topics(line, pinfo, tvb, info);
    append_errors(line, info);
    append_named(line, pinfo, tvb, " group=", info->group);
    append_named(line, pinfo, tvb, " transaction=", info->transaction);
    append_named(line, pinfo, tvb, " client=", info->client);
    if (info->remark) {
        wmem_strbuf_append_c(line, ' ');
        wmem_strbuf_append(line, info->remark);
    }
    col_append_sep_str(pinfo->cinfo, COL_INFO, " | ", wmem_strbuf_get_str(line));
    col_set_fence(pinfo->cinfo, COL_INFO);
}
