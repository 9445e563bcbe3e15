package histories.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Cursor} as they were recorded. */
class CursorRecordedTest {
    @Test
    void next_returnsX() {
        // Arrange
        Cursor cursor = new Cursor("when x then y");
        cursor.position = 5;

        // Act
        char result = cursor.next();

        // Assert
        assertEquals('x', result);
        assertEquals(6, cursor.position);
    }

    @Test
    void next_returnsY() {
        // Arrange
        Cursor cursor = new Cursor("when x then y");
        cursor.position = 5;
        cursor.next();
        cursor.position = 12;

        // Act
        char result = cursor.next();

        // Assert
        assertEquals('y', result);
        assertEquals(13, cursor.position);
    }

    @Test
    void next_returnsF() {
        Cursor cursor = new Cursor("forged");

        char result = cursor.next();

        assertEquals('f', result);
        assertEquals(1, cursor.position);
    }

    @Test
    void summary_returnsEndAfter19Of13() {
        // Arrange
        Cursor cursor = new Cursor("when x then y");
        cursor.position = 5;
        cursor.next();
        cursor.position = 12;
        cursor.label = "end";
        cursor.next();

        // Act
        String result = cursor.summary();

        // Assert
        assertEquals("end after 19 of 13", result);
    }
}
