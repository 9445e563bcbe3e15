package shapes.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Mapper} as they were recorded. */
class MapperRecordedTest {
    @Test
    void map_x_returnsX() {
        Mapper mapper = new Mapper(String::trim);

        assertEquals("x", mapper.map("  x "));
    }

    @Test
    void twice_ab_returnsABAB() {
        assertEquals("ABAB", Mapper.twice(String::toUpperCase, "ab"));
    }

    @Test
    void make_returns0() {
        assertEquals(0, Mapper.make(StringBuilder::new));
    }
}
