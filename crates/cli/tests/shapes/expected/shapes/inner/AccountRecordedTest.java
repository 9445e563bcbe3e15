package shapes.inner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Account} as they were recorded. */
class AccountRecordedTest {
    @Test
    void currency_upper_returnsEUR() {
        Account.Currency currency = new Account.Currency("EUR");

        assertEquals("EUR", currency.upper());
    }

    @Test
    void entry_describe_returnsA1250() {
        Account.Entry entry = new Account("A-1").new Entry(250);

        assertEquals("A-1: 250", entry.describe());
    }
}
