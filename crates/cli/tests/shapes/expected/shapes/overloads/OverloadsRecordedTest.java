package shapes.overloads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Overloads} as they were recorded. */
class OverloadsRecordedTest {
    @Test
    void take_null_returnsTextNull() {
        Overloads overloads = new Overloads();

        assertEquals("text null", overloads.take((String) null));
    }

    @Test
    void take_null_returnsNumberNull() {
        Overloads overloads = new Overloads();

        assertEquals("number null", overloads.take((Integer) null));
    }

    @Test
    void take_5_returnsLong5() {
        Overloads overloads = new Overloads();

        assertEquals("long 5", overloads.take(5L));
    }

    @Test
    void take_c_returnsLetterC() {
        Overloads overloads = new Overloads();

        assertEquals("letter c", overloads.take('c'));
    }

    @Test
    void pick_null_returnsTypeNull() {
        Overloads overloads = new Overloads();

        assertEquals("type null", overloads.pick((Class<? extends Number>) null));
    }

    @Test
    void remove_listOf3_2_returnsTrue() {
        // Arrange
        Overloads overloads = new Overloads();
        List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3));

        // Act
        boolean result = overloads.remove(numbers, 2);

        // Assert
        assertTrue(result);
        assertEquals(List.of(1, 3), numbers);
    }
}
