package shapes.builders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Pizza} as they were recorded. */
class PizzaRecordedTest {
    @Test
    void price_returns800() {
        Pizza pizza = new Pizza.Builder().size(30).topping("olives").topping("cheese").build();

        assertEquals(800, pizza.price());
    }
}
