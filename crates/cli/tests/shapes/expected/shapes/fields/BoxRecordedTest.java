package shapes.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Box} as they were recorded. */
class BoxRecordedTest {
    @Test
    void describe_returnsParcel2x3() {
        // Arrange
        Box box = new Box();
        box.width = 2;
        box.height = 3;
        box.label = "parcel";

        // Act
        String result = box.describe();

        // Assert
        assertEquals("parcel 2x3", result);
    }

    @Test
    void turn_changesWidth() {
        // Arrange
        Box box = new Box();
        box.width = 2;
        box.height = 3;

        // Act
        box.turn();

        // Assert
        assertEquals(3, box.width);
        assertEquals(2, box.height);
    }
}
