// A test that passes once.
//- selfpolluting/SelfPollutingTest.java
package selfpolluting;

import static org.junit.Assert.*;

import org.junit.*;

public class SelfPollutingTest {
    private static boolean isUsed;

    @Test
    public void usesTheCoupon() { // self-polluting; state: selfpolluting.SelfPollutingTest.isUsed; fix: isUsed = false
        assertFalse(isUsed);
        isUsed = true;
    }

    @Test
    public void doesSomethingElse() {}
}
