package shapes.collaborators;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Till} as they were recorded. */
class TillRecordedTest {
    @Test
    void total_listOf2_returns7() throws NoPrice {
        // Arrange
        Prices prices = item -> {
            if ("tea".equals(item)) {
                return 3;
            }
            if ("milk".equals(item)) {
                return 4;
            }
            throw new UnsupportedOperationException("not recorded: of");
        };
        Till till = new Till(prices);

        // Act
        int result = till.total(List.of("tea", "milk"));

        // Assert
        assertEquals(7, result);
    }

    @Test
    void total_listOf1_returns3() throws NoPrice {
        // Arrange
        Prices prices = item -> {
            if ("tea".equals(item)) {
                return 3;
            }
            if ("milk".equals(item)) {
                return 4;
            }
            if ("gold".equals(item)) {
                throw new NoPrice("gold");
            }
            throw new UnsupportedOperationException("not recorded: of");
        };
        Till till = new Till(prices);

        // Act
        int result = till.total(List.of("tea"));

        // Assert
        assertEquals(3, result);
    }

    @Test
    void total_listOf1_throwsNoPrice() {
        // Arrange
        Prices prices = item -> {
            throw new NoPrice("gold");
        };
        Till till = new Till(prices);

        // Act and assert
        NoPrice thrown = assertThrows(NoPrice.class, () -> till.total(List.of("gold")));
        assertEquals("no price for gold", thrown.getMessage());
    }
}
