package histories.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Desk} as they were recorded. */
class DeskRecordedTest {
    @Test
    void report_returnsHall3LostKey322() {
        // Arrange
        Desk desk = new Desk("hall 3");
        Log other = desk.log();
        Ticket ticket = desk.issue("lost key");
        Ticket ticket2 = desk.issue("broken lamp");
        ticket.work(10);
        ticket2.work(5);
        other.write("lunch");
        ticket.work(2);

        // Act
        String result = desk.report(ticket, other);

        // Assert
        assertEquals(
                "hall 3: lost key (3, 22 minutes) is open, 3 lines of 24 letters here", result);
    }
}
