package shapes.decorators;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Basket} as they were recorded. */
class BasketRecordedTest {
    @Test
    void summary_returnsAnnaHas2() {
        // Arrange
        Basket basket = new Basket("anna");
        basket.add("apple");
        basket.add("pear");

        // Act
        String result = basket.summary();

        // Assert
        assertEquals("anna has 2", result);
    }
}
