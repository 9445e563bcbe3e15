// A test that fails when it is run twice, and that gets to a class of its own only where it passes.
//- lateclass/Gate.java
package lateclass;

final class Gate {
    static boolean closed;
    static int passages;

    static void close() {
        closed = true;
        passages++;
    }
}
//- lateclass/Journal.java
package lateclass;

import java.util.ArrayList;
import java.util.List;

final class Journal {
    static final List<String> LINES = new ArrayList<>();
}
//- lateclass/LateClassTest.java
package lateclass;

import static org.junit.Assert.*;

import org.junit.Test;

public class LateClassTest {
    @Test
    public void closesTheGate() {
        Gate.close();
        assertTrue(Gate.closed);
    }

    @Test
    public void writesTheFirstLine() { // victim of LateClassTest#closesTheGate; also self-polluting; state: lateclass.Gate.closed; fix: none
        assertFalse(Gate.closed);
        Journal.LINES.add("first");
        assertEquals(1, Journal.LINES.size());
    }
}
