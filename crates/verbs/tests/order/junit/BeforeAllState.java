// What is set up once for a class, and changed by a test.
//- beforeallstate/BeforeAllStateTest.java
package beforeallstate;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class BeforeAllStateTest {
    static List<String> fixture;

    @BeforeAll
    static void prepare() {
        fixture = new ArrayList<>(Arrays.asList("a", "b"));
    }

    @Test
    void removes() { // polluter
        fixture.remove("a");
        assertFalse(fixture.contains("a"));
    }

    @Test
    void hasTwo() { // victim of BeforeAllStateTest#removes; state: beforeallstate.BeforeAllStateTest.fixture; fix: prepare()
        assertEquals(2, fixture.size());
    }
}
