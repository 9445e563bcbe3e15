package dev.reenact.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RatesTest {
    @Test
    void anotherRateIsUsed() {
        Rates.override("EUR", 110);
        assertEquals(110, Rates.cents("EUR"));
    }

    @Test
    void otherCurrenciesKeepTheirRate() {
        Rates.override("USD", 90);
        assertEquals(100, Rates.cents("CHF"));
        Rates.clearOverrides();
    }

    @Test
    void unknownCurrenciesAreWorthAHundredCents() {
        assertEquals(100, Rates.cents("???"));
    }
}
