package histories.makers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Iterator;
import org.junit.jupiter.api.Test;

/** Calls of {@link Words} as they were recorded. */
class WordsRecordedTest {
    @Test
    void next_returns1() {
        Iterator<Integer> iterator = Words.lengths("a bc def");

        assertEquals(1, iterator.next());
    }

    @Test
    void next_returns3() {
        // Arrange
        Iterator<Integer> iterator = Words.lengths("a bc def");
        iterator.next();

        // Act
        Integer result = iterator.next();

        // Assert
        assertEquals(3, result);
    }

    @Test
    void cursor_hasNext_isTrue() {
        Iterator<String> iterator = createIterator();

        assertTrue(iterator.hasNext());
    }

    @Test
    void cursor_next_returnsOne() {
        Iterator<String> iterator = Words.of("one two three");

        assertEquals("one", iterator.next());
    }

    @Test
    void cursor_next_returnsTwo() {
        // Arrange
        Iterator<String> iterator = Words.of("one two three");
        iterator.next();

        // Act
        String result = iterator.next();

        // Assert
        assertEquals("two", result);
    }

    @Test
    void cursor_next_returnsThree() {
        Iterator<String> iterator = createIterator();

        assertEquals("three", iterator.next());
    }

    @Test
    void cursor_next_returnsA() {
        Iterator<String> iterator = Words.of("a bc def");

        assertEquals("a", iterator.next());
    }

    @Test
    void cursor_next_returnsBc() {
        // Arrange
        Iterator<String> iterator = Words.of("a bc def");
        iterator.next();

        // Act
        String result = iterator.next();

        // Assert
        assertEquals("bc", result);
    }

    private static Iterator<String> createIterator() {
        Iterator<String> iterator = Words.of("one two three");
        iterator.next();
        iterator.next();
        return iterator;
    }
}
