package histories.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Account} as they were recorded. */
class AccountRecordedTest {
    @Test
    void statement_returnsAda49After100301() {
        // Arrange
        Account account = new Account("Ada", 100L);
        account.transfer(30L);
        account.withdraw(20L);

        // Act
        String result = account.statement();

        // Assert
        assertEquals("Ada: 49 after [+100, -30, -1, -20], fees 1", result);
    }
}
