// A test leaves its thread interrupted. JUnit clears that between tests, so nothing depends on it.
//- interruptedthread/InterruptedThreadTest.java
package interruptedthread;

import org.junit.*;

public class InterruptedThreadTest {
    @Test
    public void interrupts() {
        Thread.currentThread().interrupt();
    }

    @Test
    public void sleeps() throws Exception {
        Thread.sleep(1);
    }
}
