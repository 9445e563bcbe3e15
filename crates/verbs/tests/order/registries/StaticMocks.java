// A registry of static mocks that keeps an expectation which was not met.
//- staticmocks/Mocks.java
package staticmocks;

import java.util.ArrayDeque;
import java.util.Deque;

/** Stands in for a library of static mocks. */
public final class Mocks {
    private static final Deque<String> EXPECTED = new ArrayDeque<>();

    public static void expect(String call) {
        EXPECTED.add(call);
    }

    public static void called(String call) {
        String expected = EXPECTED.poll();
        if (expected != null && !expected.equals(call)) {
            throw new AssertionError("expected " + expected + ", not " + call);
        }
    }

    public static void reset() {
        EXPECTED.clear();
    }
}
//- staticmocks/MessagesTest.java
package staticmocks;

import static org.junit.Assert.*;

import org.junit.*;

public class MessagesTest {
    @Test
    public void flushes() { // polluter
        Mocks.expect("flush");
    }

    @Test
    public void sends() { // victim of MessagesTest#flushes; state: staticmocks.Mocks.EXPECTED; fix: Mocks.reset()
        Mocks.expect("send");
        Mocks.called("send");
    }
}
