// State in atomic references and numbers.
//- atomics/Latest.java
package atomics;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

final class Latest {
    static final AtomicReference<String> VALUE = new AtomicReference<>("v1");
    static final AtomicInteger CHANGES = new AtomicInteger();

    static void set(String value) {
        VALUE.set(value);
        CHANGES.incrementAndGet();
    }
}
//- atomics/AtomicsTest.java
package atomics;

import static org.junit.Assert.*;

import org.junit.*;

public class AtomicsTest {
    @Test
    public void publishes() { // polluter
        Latest.set("v2");
        assertEquals("v2", Latest.VALUE.get());
    }

    @Test
    public void beginsWithTheFirst() { // victim of AtomicsTest#publishes; state: atomics.Latest.VALUE; fix: Latest.VALUE.set("v1")
        assertEquals("v1", Latest.VALUE.get());
    }

    @Test
    public void countsNothing() { // victim of AtomicsTest#publishes; state: atomics.Latest.CHANGES; fix: Latest.CHANGES.set(0)
        assertEquals(0, Latest.CHANGES.get());
    }
}
