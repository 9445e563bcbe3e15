package shapes.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls of {@link Ledger} as they were recorded. */
class LedgerRecordedTest {
    @Test
    void balance_ann_returns23() {
        Ledger ledger = new Ledger(Device.connect());

        assertEquals(23, ledger.balance("ann"));
    }

    @Test
    void close_returnsTrue() {
        Ledger ledger = new Ledger(Device.connect());

        assertTrue(ledger.close());
    }
}
