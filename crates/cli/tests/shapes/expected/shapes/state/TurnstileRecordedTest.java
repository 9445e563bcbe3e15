package shapes.state;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls of {@link Turnstile} as they were recorded. */
class TurnstileRecordedTest {
    @Test
    void push_returnsTrue() {
        // Arrange
        Turnstile turnstile = new Turnstile();
        turnstile.coin();

        // Act
        boolean result = turnstile.push();

        // Assert
        assertTrue(result);
    }
}
