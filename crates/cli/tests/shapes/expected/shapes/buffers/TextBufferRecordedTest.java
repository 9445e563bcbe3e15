package shapes.buffers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link TextBuffer} as they were recorded. */
class TextBufferRecordedTest {
    @Test
    void append_tea_changesChars() {
        TextBuffer textBuffer = new TextBuffer();

        textBuffer.append("tea");

        assertEquals("tea", new String(textBuffer.chars, 0, 3));
    }
}
