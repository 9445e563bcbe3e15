package dev.reenact.ledger;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class YearTest {
    @Test
    void noYearIsNegative() {
        assertTrue(Ledger.year() >= 0);
    }

    @Test
    void noYearIsTheFirst() {
        assertNotEquals(1, Ledger.year());
    }
}
