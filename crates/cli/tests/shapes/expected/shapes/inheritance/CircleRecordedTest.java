package shapes.inheritance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Circle} as they were recorded. */
class CircleRecordedTest {
    @Test
    void area_returnsValue() {
        Circle circle = new Circle("round", 2.0);

        assertEquals(12.566370614359172, circle.area());
    }
}
