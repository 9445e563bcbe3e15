package reenact.driver;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A frame in the making; see {@link FrameReader}. */
final class FrameWriter {
    /** Space for the length, which is known last. */
    private static final int HEADER = 4;

    private byte[] bytes = new byte[256];
    private int length = HEADER;

    FrameWriter(int kind) {
        number(kind);
    }

    FrameWriter number(long value) {
        long rest = Math.max(value, 0);
        while (rest >= 0x80) {
            put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        put((byte) rest);
        return this;
    }

    FrameWriter flag(boolean value) {
        return number(value ? 1 : 0);
    }

    /** Half a surrogate pair, which UTF-8 has no bytes for, becomes a question mark. */
    FrameWriter text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    FrameWriter bytes(byte[] encoded) {
        number(encoded.length);
        reserve(encoded.length);
        System.arraycopy(encoded, 0, bytes, length, encoded.length);
        length += encoded.length;
        return this;
    }

    /** The whole frame with its length, the highest byte first. */
    byte[] framed() {
        int payload = length - HEADER;
        for (int i = 0; i < HEADER; i++) {
            bytes[i] = (byte) (payload >>> 8 * (HEADER - 1 - i));
        }
        return Arrays.copyOf(bytes, length);
    }

    private void put(byte value) {
        reserve(1);
        bytes[length++] = value;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }
}
