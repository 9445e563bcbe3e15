package shapes.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Order} as they were recorded. */
class OrderRecordedTest {
    @Test
    void total_returns1600() {
        Order order = new Order("R-1", List.of(new Line("tea", 2, 350), new Line("mug", 1, 900)));

        assertEquals(1600, order.total());
    }

    @Test
    void largest_returnsLine() {
        // Arrange
        Line line = new Line("mug", 1, 900);
        Order order = new Order("R-1", List.of(new Line("tea", 2, 350), line));

        // Act
        Line result = order.largest();

        // Assert
        assertSame(line, result);
    }
}
