package histories.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Counter} as they were recorded. */
class CounterRecordedTest {
    @Test
    void next_returnsInvoice1() {
        Counter counter = new Counter("invoice-");

        assertEquals("invoice-1", counter.next());
    }

    @Test
    void next_returnsInvoice2() {
        // Arrange
        Counter counter = new Counter("invoice-");
        counter.next();

        // Act
        String result = counter.next();

        // Assert
        assertEquals("invoice-2", result);
    }

    @Test
    void next_returnsInvoice3() {
        Counter counter = createCounter();

        assertEquals("invoice-3", counter.next());
    }

    @Test
    void last_returnsInvoice2() {
        Counter counter = createCounter();

        assertEquals("invoice-2", counter.last());
    }

    @Test
    void last_returnsInvoice3() {
        // Arrange
        Counter counter = new Counter("invoice-");
        counter.next();
        counter.next();
        counter.next();

        // Act
        String result = counter.last();

        // Assert
        assertEquals("invoice-3", result);
    }

    private static Counter createCounter() {
        Counter counter = new Counter("invoice-");
        counter.next();
        counter.next();
        return counter;
    }
}
