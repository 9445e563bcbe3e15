package shapes.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of {@link Marks} as they were recorded. */
class MarksRecordedTest {
    @ParameterizedTest
    @CsvSource({"12, poor", "55, good", "70, good", "99, excellent"})
    void mark(int points, String expected) {
        assertEquals(expected, Marks.mark(points));
    }

    @ParameterizedTest
    @ValueSource(ints = {1900, 2023, 2100})
    void isLeap_isFalse(int year) {
        assertFalse(Marks.isLeap(year));
    }

    @Test
    void isLeap_2000_isTrue() {
        assertTrue(Marks.isLeap(2000));
    }

    @Test
    void first_oneTwo_returnsOne() {
        assertEquals("one", Marks.first("one\ntwo"));
    }

    @Test
    void first_three_returnsTh() {
        assertEquals("\"th", Marks.first("\"three\""));
    }

    @Test
    void first_foUr_returnsFo() {
        assertEquals("fo\t", Marks.first("fo\tur"));
    }
}
