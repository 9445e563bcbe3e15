package shapes.setters;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls of {@link Range} as they were recorded. */
class RangeRecordedTest {
    @Test
    void contains_4_returnsTrue() {
        // Arrange
        Range range = new Range();
        range.setBounds(3, 9);

        // Act
        boolean result = range.contains(4);

        // Assert
        assertTrue(result);
    }

    @Test
    void contains_10_returnsFalse() {
        // Arrange
        Range range = new Range();
        range.setBounds(3, 9);

        // Act
        boolean result = range.contains(10);

        // Assert
        assertFalse(result);
    }
}
