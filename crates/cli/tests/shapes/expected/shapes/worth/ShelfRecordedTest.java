package shapes.worth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Shelf} as they were recorded. */
class ShelfRecordedTest {
    @Test
    void capacity_3_returns12() {
        Shelf<?> shelf = new Shelf<>();

        assertEquals(12, shelf.capacity(3));
    }
}
