package shapes.mocked;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Orders} as they were recorded. */
class OrdersRecordedTest {
    @Test
    void create_tea_returnsTea7() {
        Orders orders = new Orders(() -> 7);

        assertEquals("tea-7", orders.create("tea"));
    }
}
