package shapes.redeclared;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Studio} as they were recorded. */
class StudioRecordedTest {
    @Test
    void show_4_returnsArea165() {
        Studio studio = new Studio();

        assertEquals("area: 16.5", studio.show(4));
    }
}
