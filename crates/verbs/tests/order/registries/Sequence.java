// Numbers that are given out once in a JVM.
//- sequence/Ids.java
package sequence;

public final class Ids {
    private static int next = 1;

    public static int next() {
        return next++;
    }

    public static void restart() {
        next = 1;
    }
}
//- sequence/IdsTest.java
package sequence;

import static org.junit.Assert.*;

import org.junit.*;

public class IdsTest {
    @Test
    public void beginsWithOne() { // victim of IdsTest#grows; also self-polluting; state: sequence.Ids.next; fix: Ids.restart()
        assertEquals(1, Ids.next());
    }

    @Test
    public void grows() { // polluter
        assertTrue(Ids.next() < Ids.next());
    }
}
