package shapes.worth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/** Calls of {@link Day} as they were recorded. */
class DayRecordedTest {
    @Test
    void plus_4_returnsDay() {
        // Arrange
        Almanac almanac = new Almanac("lunar");
        Day day = new Day(3, almanac);

        // Act
        Day result = day.plus(4);

        // Assert
        assertEquals(7, result.number());
        assertSame(almanac, result.almanac());
    }
}
