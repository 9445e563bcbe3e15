package shapes.exceptions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Ledger} as they were recorded. */
class LedgerRecordedTest {
    @Test
    void post_5_changesEntries() {
        Ledger ledger = new Ledger();

        ledger.post(5);

        assertEquals(List.of(5), ledger.getEntries());
    }

    @Test
    void post_7_changesEntries() {
        // Arrange
        Ledger ledger = new Ledger();
        ledger.post(5);

        // Act
        ledger.post(7);

        // Assert
        assertEquals(List.of(5, 7), ledger.getEntries());
    }

    @Test
    void post_minus1_throwsIllegalArgumentException() {
        Ledger ledger = createLedger();

        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> ledger.post(-1));
        assertEquals("negative: -1", thrown.getMessage());
    }

    @Test
    void postAll_arrayOf3_throwsIllegalArgumentException() {
        // Arrange
        Ledger ledger = new Ledger();
        ledger.post(5);

        // Act
        IllegalArgumentException thrown = assertThrows(
                IllegalArgumentException.class, () -> ledger.postAll(new int[] {7, -1, 9}));
        assertEquals("negative: -1", thrown.getMessage());

        // Assert
        assertEquals(List.of(5, 7), ledger.getEntries());
    }

    @Test
    void total_returns12() {
        Ledger ledger = createLedger();

        assertEquals(12, ledger.total());
    }

    private static Ledger createLedger() {
        Ledger ledger = new Ledger();
        ledger.post(5);
        ledger.post(7);
        return ledger;
    }
}
