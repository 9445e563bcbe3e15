package traces.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Desk} as they were recorded. */
class DeskRecordedTest {
    @Test
    void issue_lostKey_returnsTicket() {
        Desk desk = new Desk("hall 3");

        assertEquals(Ticket.class, desk.issue("lost key").getClass());
    }

    @Test
    void issue_brokenLamp_returnsTicket() {
        // Arrange
        Desk desk = new Desk("hall 3");
        desk.issue("lost key");

        // Act
        Ticket result = desk.issue("broken lamp");

        // Assert
        assertEquals(Ticket.class, result.getClass());
    }
}
