package shapes.setters;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls of {@link Range} as they were recorded. */
class RangeRecordedTest {
    @Test
    void contains_4_returnsTrue() {
        Range range = createRange();

        assertTrue(range.contains(4));
    }

    @Test
    void contains_10_returnsFalse() {
        Range range = createRange();

        assertFalse(range.contains(10));
    }

    private static Range createRange() {
        Range range = new Range();
        range.setBounds(3, 9);
        range.setName("digits");
        return range;
    }
}
