// One object of the class runs all of its tests.
//- perclassinstance/PerClassInstanceTest.java
package perclassinstance;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PerClassInstanceTest {
    private int balance = 10;

    @Test
    void withdraws() { // polluter
        balance -= 3;
        assertTrue(balance < 10);
    }

    @Test
    void hasTen() { // victim of PerClassInstanceTest#withdraws; state: the test object (not found); fix: balance = 10 (not found)
        assertEquals(10, balance);
    }
}
