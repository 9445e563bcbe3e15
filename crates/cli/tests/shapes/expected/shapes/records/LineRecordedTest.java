package shapes.records;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Line} as they were recorded. */
class LineRecordedTest {
    @Test
    void total_returns700() {
        Line line = new Line("tea", 2, 350);

        assertEquals(700, line.total());
    }

    @Test
    void total_returns900() {
        Line line = new Line("mug", 1, 900);

        assertEquals(900, line.total());
    }
}
