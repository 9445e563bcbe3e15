package shapes.prices;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Calls of {@link Price} as they were recorded. */
class PriceRecordedTest {
    @Test
    void plus_returnsPrice() {
        Price price = Price.of(new BigDecimal("49.90"));

        Price result = price.plus(Price.of(new BigDecimal("0.00")));

        assertEquals(Price.of(new BigDecimal("49.90")), result);
    }
}
