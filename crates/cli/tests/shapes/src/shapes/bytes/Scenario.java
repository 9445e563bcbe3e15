package shapes.bytes;

import java.nio.charset.StandardCharsets;

/** Bytes that are a text are written as one, many others as Base64, and more than anybody reads not at all. */
class Scenario {
    static void run() {
        Packet.checksum("POST /plain HTTP/1.1".getBytes(StandardCharsets.UTF_8));
        Packet.checksum("Zürich\nöffnet\n— um \"9\" Uhr\n".getBytes(StandardCharsets.UTF_8));
        Packet.checksum(pattern(40));
        Packet.checksum(pattern(300));
        Packet.checksum(pattern(100_000));
        Packet.inverted(pattern(200));
    }

    private static byte[] pattern(int length) {
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; at++) {
            bytes[at] = (byte) (at * 31 + 7);
        }
        return bytes;
    }
}

class Packet {
    public static int checksum(byte[] payload) {
        int sum = 17;
        for (byte part : payload) {
            sum = sum * 31 + part;
        }
        return sum;
    }

    public static byte[] inverted(byte[] payload) {
        byte[] inverted = new byte[payload.length];
        for (int at = 0; at < payload.length; at++) {
            inverted[at] = (byte) ~payload[at];
        }
        return inverted;
    }
}
