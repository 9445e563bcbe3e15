package histories.links;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Office} as they were recorded. */
class OfficeRecordedTest {
    @Test
    void letter_show_returnsHello222() {
        // Arrange
        Office office = new Office(7);
        Office.Letter letter = new Office.Letter("hello");
        office.stamp(letter);

        // Act
        String result = letter.show();

        // Assert
        assertEquals("hello 222", result);
    }
}
