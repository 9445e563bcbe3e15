package dev.reenact.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LedgerTest {
    @Test
    void aYearIsOpened() {
        Ledger.open(2026);
        assertEquals(2026, Ledger.year());
    }

    @Test
    void entriesAddUp() {
        Ledger ledger = new Ledger();
        ledger.book("CHF", 2);
        ledger.book("CHF", 3);
        assertEquals(500, ledger.balance());
    }

    @Test
    void aNewLedgerIsEmpty() {
        assertEquals(0, new Ledger().balance());
    }
}
