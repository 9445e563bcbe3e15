package shapes.inheritance;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls of {@link Shape} as they were recorded. */
class ShapeRecordedTest {
    @Test
    void setVisible_true_changesVisible() {
        Circle circle = new Circle("round", 2.0);

        circle.setVisible(true);

        assertTrue(circle.isVisible());
    }

    @Test
    void isVisible_isTrue() {
        // Arrange
        Circle circle = new Circle("round", 2.0);
        circle.setVisible(true);

        // Act
        boolean visible = circle.isVisible();

        // Assert
        assertTrue(visible);
    }

    @Test
    void isVisible_isFalse() {
        Square square = new Square("flat", 3);

        assertFalse(square.isVisible());
    }
}
