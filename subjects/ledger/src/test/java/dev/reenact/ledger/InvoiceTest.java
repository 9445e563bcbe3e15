package dev.reenact.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class InvoiceTest {
    @Test
    void aEuroIsAHundredCents() {
        assertEquals(100, Rates.cents("EUR"));
    }

    @Test
    void threeFrancsAreThreeHundredCents() {
        assertEquals(300, 3 * Rates.cents("CHF"));
    }
}
