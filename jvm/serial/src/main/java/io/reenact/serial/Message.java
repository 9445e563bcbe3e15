package io.reenact.serial;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/** Messages to and from the native library: numbers of four bytes, and bytes and texts behind their length. */
final class Message {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Message put(int value) {
        out.write(value >>> 24);
        out.write(value >>> 16);
        out.write(value >>> 8);
        out.write(value);
        return this;
    }

    Message put(boolean value) {
        out.write(value ? 1 : 0);
        return this;
    }

    Message put(byte[] bytes) {
        put(bytes.length);
        out.write(bytes, 0, bytes.length);
        return this;
    }

    Message put(String text) {
        return put(text.getBytes(StandardCharsets.UTF_8));
    }

    Message put(Collection<String> texts) {
        put(texts.size());
        for (String text : texts) {
            put(text);
        }
        return this;
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    static byte[] bytes(ByteBuffer in) {
        byte[] bytes = new byte[in.getInt()];
        in.get(bytes);
        return bytes;
    }

    static String text(ByteBuffer in) {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    static String[] texts(ByteBuffer in) {
        String[] texts = new String[in.getInt()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text(in);
        }
        return texts;
    }
}
