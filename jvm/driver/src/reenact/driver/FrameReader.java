package reenact.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads what is in a frame: varints with the lowest seven bits first, and texts with their length before them. */
final class FrameReader {
    private final byte[] bytes;
    private int at;

    FrameReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the first byte of the frame without reading on. */
    int kind() {
        return bytes.length == 0 ? 0 : bytes[0];
    }

    int number() throws IOException {
        long value = longNumber();
        if (value > Integer.MAX_VALUE) {
            throw malformed("a number is too large");
        }
        return (int) value;
    }

    long longNumber() throws IOException {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            if (at == bytes.length) {
                throw malformed("the frame ends too early");
            }
            byte next = bytes[at++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw malformed("a number is too large");
    }

    boolean flag() throws IOException {
        return number() != 0;
    }

    /** A count of things of at least one byte each, so that it is safe to reserve for. */
    int count() throws IOException {
        int count = number();
        if (count > bytes.length - at) {
            throw malformed("a count goes past the end of the frame");
        }
        return count;
    }

    String text() throws IOException {
        int length = count();
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    byte[] bytes() throws IOException {
        int length = count();
        byte[] read = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return read;
    }

    List<String> texts() throws IOException {
        int count = count();
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(text());
        }
        return texts;
    }

    void end() throws IOException {
        if (at != bytes.length) {
            throw malformed("the frame holds more than it should");
        }
    }

    private static IOException malformed(String reason) {
        return new IOException(reason + "; driver and command are of different versions");
    }
}
