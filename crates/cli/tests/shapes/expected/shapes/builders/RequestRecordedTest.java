package shapes.builders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Request} as they were recorded. */
class RequestRecordedTest {
    @Test
    void line_returnsPOSTOrders3() {
        Request request = new Request.Builder("/orders").method("POST").retries(3).build();

        assertEquals("POST /orders (3)", request.line());
    }

    @Test
    void attempts_returns4() {
        Request request = new Request.Builder("/orders").retries(3).build();

        assertEquals(4, request.attempts());
    }
}
