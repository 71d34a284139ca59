// SPDX-License-Identifier: GPL-2.0-or-later
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends values of several kinds, each to a topic of its own: JSON to customers, XML to orders, Protobuf behind the
 * header of a schema registry to payments, text in several scripts to greetings, octets that are no text to readings.
 */
public final class ProduceValues {
    private static final List<String> JSON = List.of(
            "{\"id\":1,\"name\":\"Zoë\",\"tags\":[\"new\",\"eu\"],\"address\":{\"city\":\"Lisboa\",\"zip\":null},"
                    + "\"score\":-1.5e3}",
            "[{\"id\":2},{\"id\":3}]",
            " { \"id\" : 4 }\n",
            "{\"id\":5",
            "\"only a string\"");
    private static final List<String> XML = List.of(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<order id=\"7\"><item count=\"2\">café</item></order>",
            "<o:order xmlns:o=\"urn:example:orders\"><!-- empty --><o:item/></o:order>",
            "not <b>XML</b>");
    private static final List<String> TEXT = List.of(
            "Grüße", "Γειά σου", "Привет",
            "שלום", "مرحبا", "नमस्ते",
            "你好", "こんにちは", "안녕", "👋🏽",
            "two\nlines\tand a \"quotation\"", "");
    // Latin-1; UTF-16; UTF-8 that ends too early, that is longer than need be, that is half of a pair; a NUL in text.
    private static final List<String> HEX = List.of(
            "6e61ef7665", "fffe48006900", "636166c3", "c0afe080af", "eda0bd", "610062", "00");

    private ProduceValues() {
    }

    public static void main(String[] arguments) {
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(
                Client.settings("client.id", "java-producer", "linger.ms", "1000", "enable.idempotence", "false"),
                new ByteArraySerializer(), new ByteArraySerializer())) {
            send(producer, "customers", octets("{\"region\":\"eu\"}"), octets(JSON));
            send(producer, "orders", octets("<key/>"), octets(XML));
            send(producer, "payments", octets("payment"), payments());
            send(producer, "greetings", octets("ключ"), octets(TEXT));
            send(producer, "readings", new byte[] {-1, 0}, HEX.stream().map(HexFormat.of()::parseHex).toList());
        }
    }

    private static void send(Producer<byte[], byte[]> producer, String topic, byte[] key, List<byte[]> values) {
        values.forEach(value -> producer.send(new ProducerRecord<>(topic, key, value)));
        producer.flush();
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<byte[]> octets(List<String> texts) {
        return texts.stream().map(ProduceValues::octets).toList();
    }

    // ------------------------------------------------------------------------------------------------------ Protobuf

    /** A message of the schema's first type, with both forms of its indexes; one of a type within its second; null. */
    private static List<byte[]> payments() {
        byte[] amount = new Message().number(1, 1999).text(2, "EUR").octets();
        byte[] payment = new Message().number(1, 150).text(2, "café").fixed(3, 0.25).bytes(4, amount).octets();
        return Arrays.asList(behindHeader(258, "00", payment), behindHeader(258, "0200", payment),
                behindHeader(258, "040200", amount), null);
    }

    /** A registry's header: 0, the schema's number, how many indexes there are and these (zigzag), and what follows. */
    private static byte[] behindHeader(int schema, String indexes, byte[] message) {
        byte[] path = HexFormat.of().parseHex(indexes);
        return ByteBuffer.allocate(5 + path.length + message.length).put((byte) 0).putInt(schema).put(path).put(message)
                .array();
    }

    /** Writes the fields of a Protobuf message. */
    private static final class Message {
        private static final int VARINT = 0;
        private static final int FIXED64 = 1;
        private static final int DELIMITED = 2;

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Message number(int field, long value) {
            varint(field << 3 | VARINT);
            varint(value);
            return this;
        }

        Message fixed(int field, double value) {
            varint(field << 3 | FIXED64);
            out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(Long.reverseBytes(Double.doubleToLongBits(value)))
                    .array());
            return this;
        }

        Message bytes(int field, byte[] value) {
            varint(field << 3 | DELIMITED);
            varint(value.length);
            out.writeBytes(value);
            return this;
        }

        Message text(int field, String value) {
            return bytes(field, ProduceValues.octets(value));
        }

        byte[] octets() {
            return out.toByteArray();
        }

        private void varint(long value) {
            while (value >= 0x80) {
                out.write((int) value & 0x7f | 0x80);
                value >>>= 7;
            }
            out.write((int) value);
        }
    }
}
