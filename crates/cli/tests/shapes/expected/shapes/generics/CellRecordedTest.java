package shapes.generics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls of {@link Cell} as they were recorded. */
class CellRecordedTest {
    @Test
    void isFull_isTrue() {
        Cell<String> cell = new Cell<>("value");

        assertTrue(cell.isFull());
    }
}
