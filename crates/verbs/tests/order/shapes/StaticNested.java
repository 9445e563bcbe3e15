// State in a class nested in the test.
//- staticnested/StaticNestedTest.java
package staticnested;

import static org.junit.Assert.*;

import org.junit.*;

public class StaticNestedTest {
    static final class Stub {
        static int calls;

        static int call() {
            return ++calls;
        }
    }

    @Test
    public void callsTwice() { // polluter
        Stub.call();
        assertTrue(Stub.call() >= 2);
    }

    @Test
    public void callsOnce() { // victim of StaticNestedTest#callsTwice; also self-polluting; state: staticnested.StaticNestedTest$Stub.calls; fix: Stub.calls = 0
        assertEquals(1, Stub.call());
    }
}
