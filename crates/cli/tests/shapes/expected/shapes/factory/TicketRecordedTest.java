package shapes.factory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Ticket} as they were recorded. */
class TicketRecordedTest {
    @Test
    void print_returns7WindowSeat() {
        // Arrange
        Ticket ticket = Ticket.numbered(7);
        ticket.note = "window seat";

        // Act
        String result = ticket.print();

        // Assert
        assertEquals("7: window seat", result);
    }
}
