package shapes.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Defaults} as they were recorded. */
class DefaultsRecordedTest {
    @Test
    void greet_you_returnsHelloYou() {
        Defaults defaults = new Defaults("hello");

        assertEquals("hello you", defaults.greet("you"));
    }
}
