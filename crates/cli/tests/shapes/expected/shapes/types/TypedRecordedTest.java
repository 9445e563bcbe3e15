package shapes.types;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Typed} as they were recorded. */
class TypedRecordedTest {
    @Test
    void describe_x_returnsXint() {
        Typed typed = new Typed(int.class);

        assertEquals("xint", typed.describe("x"));
    }

    @Test
    void describe_x_returnsXvoid() {
        Typed typed = new Typed(void.class);

        assertEquals("xvoid", typed.describe("x"));
    }

    @Test
    void describe_x_returnsXjavaLangString() {
        Typed typed = new Typed(String.class);

        assertEquals("xjava.lang.String", typed.describe("x"));
    }

    @Test
    void describe_x_returnsXJ() {
        Typed typed = new Typed(long[].class);

        assertEquals("x[J", typed.describe("x"));
    }
}
