package shapes.iterators;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Names} as they were recorded. */
class NamesRecordedTest {
    @Test
    void from_1_returnsIteratorOf2() {
        Names names = new Names(List.of("Ada", "Alan", "Grace"));

        Iterator<String> result = names.from(1);

        assertEquals("Alan", result.next());
        assertEquals("Grace", result.next());
        assertFalse(result.hasNext());
    }

    @Test
    void from_3_returnsEmptyIterator() {
        Names names = new Names(List.of("Ada", "Alan", "Grace"));

        assertFalse(names.from(3).hasNext());
    }

    @Test
    void sorted_returnsIteratorOf3() {
        Names names = new Names(List.of("Ada", "Alan", "Grace"));

        Iterator<String> result = names.sorted();

        assertEquals("Grace", result.next());
        assertEquals("Alan", result.next());
        assertEquals("Ada", result.next());
        assertFalse(result.hasNext());
    }

    @Test
    void fixed_returnsIteratorOf3() {
        Names names = new Names(List.of("Ada", "Alan", "Grace"));

        Iterator<String> result = names.fixed();

        assertEquals("Ada", result.next());
        assertEquals("Alan", result.next());
        assertEquals("Grace", result.next());
        assertFalse(result.hasNext());
    }

    @Test
    void enumerated_returnsEnumerationOf3() {
        Names names = new Names(List.of("Ada", "Alan", "Grace"));

        Enumeration<String> result = names.enumerated();

        assertEquals("Ada", result.nextElement());
        assertEquals("Alan", result.nextElement());
        assertEquals("Grace", result.nextElement());
        assertFalse(result.hasMoreElements());
    }

    @Test
    void lengths_returnsIteratorOf3() {
        Names names = new Names(List.of("Ada", "Alan", "Grace"));

        Iterator<Integer> result = names.lengths();

        assertEquals(3, result.next());
        assertEquals(4, result.next());
        assertEquals(5, result.next());
        assertFalse(result.hasNext());
    }
}
