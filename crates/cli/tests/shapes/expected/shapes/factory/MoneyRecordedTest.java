package shapes.factory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Money} as they were recorded. */
class MoneyRecordedTest {
    @Test
    void plus_returnsMoney() {
        Money money = Money.of(1250L, "EUR");

        assertEquals(Money.of(1300L, "EUR"), money.plus(Money.of(50L, "EUR")));
    }
}
