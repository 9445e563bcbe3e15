package shapes.literals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls of {@link Sink} as they were recorded. */
class SinkRecordedTest {
    @Test
    void bytes_minus3_400_returns397() {
        assertEquals(397, Sink.bytes((byte) -3, (short) 400));
    }

    @Test
    void chars_apostrophe_lineFeed_returnsText() {
        assertEquals("'\n\ud83d", Sink.chars('\'', '\n', '\ud83d'));
    }

    @Test
    void longs_minLong_1099511627776_returnsMinus9223370937343148032() {
        assertEquals(-9223370937343148032L, Sink.longs(Long.MIN_VALUE, 1099511627776L));
    }

    @Test
    void floats_0point1_nan_minus0_returnsNan() {
        assertEquals(Float.NaN, Sink.floats(0.1f, Float.NaN, -0.0f));
    }

    @Test
    void doubles_minusInfinity_minus0_returnsNan() {
        assertEquals(Double.NaN, Sink.doubles(Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -0.0));
    }

    @Test
    void strings_tabHere_quoteAndU0041_returnsTabHerequoteAnd() {
        String result = Sink.strings("tab\there", "quote \" and \\u0041", "two\nlines\n");

        assertEquals("tab\therequote \" and \\u0041two\nlines\n", result);
    }

    @Test
    void booleans_true_false_returnsTrue() {
        assertTrue(Sink.booleans(true, false));
    }

    @Test
    void half_nan_returnsNan() {
        assertEquals(Double.NaN, Sink.half(Double.NaN));
    }

    @Test
    void half_minus0_returnsMinus0() {
        assertEquals(-0.0, Sink.half(-0.0));
    }
}
