// A test that fails alone, passes behind one test, and fails behind two.
//- exactlyone/ExactlyOneTest.java
package exactlyone;

import static org.junit.Assert.*;

import org.junit.*;

public class ExactlyOneTest {
    static int calls;

    @Test
    public void callsOnce() { // state-setter
        calls++;
    }

    @Test
    public void callsToo() { // state-setter
        calls++;
    }

    @Test
    public void wasCalledOnce() { // brittle, set by ExactlyOneTest#callsOnce or ExactlyOneTest#callsToo; state: exactlyone.ExactlyOneTest.calls; fix: calls = 1
        assertEquals(1, calls);
    }
}
