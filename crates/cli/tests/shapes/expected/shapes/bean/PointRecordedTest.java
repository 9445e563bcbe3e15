package shapes.bean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Point} as they were recorded. */
class PointRecordedTest {
    @Test
    void setX_3_changesX() {
        Point point = new Point();

        point.setX(3);

        assertEquals(3, point.getX());
    }

    @Test
    void setY_minus4_changesY() {
        Point point = new Point();

        point.setY(-4);

        assertEquals(-4, point.getY());
    }

    @Test
    void distance_returns7() {
        // Arrange
        Point point = new Point();
        point.setX(3);
        point.setY(-4);

        // Act
        int result = point.distance();

        // Assert
        assertEquals(7, result);
    }

    @Test
    void distance_returns0() {
        Point point = new Point();

        assertEquals(0, point.distance());
    }
}
