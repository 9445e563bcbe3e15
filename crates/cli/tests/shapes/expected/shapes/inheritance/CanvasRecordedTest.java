package shapes.inheritance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls of {@link Canvas} as they were recorded. */
class CanvasRecordedTest {
    @Test
    void draw_returnsTrue() {
        // Arrange
        Canvas canvas = new Canvas();
        Circle shape = new Circle("round", 2.0);
        shape.setVisible(true);

        // Act
        boolean result = canvas.draw(shape);

        // Assert
        assertTrue(result);
        assertEquals(1, canvas.getDrawn());
    }
}
