package shapes.cycles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Ring} as they were recorded. */
class RingRecordedTest {
    @Test
    void sum_returns3() {
        // Arrange
        Ring ring = new Ring(1);
        Ring next = new Ring(2);
        next.next = ring;
        ring.next = next;

        // Act
        int result = ring.sum();

        // Assert
        assertEquals(3, result);
    }
}
