// Private state that nothing resets.
//- privatestate/Warnings.java
package privatestate;

final class Warnings {
    private static boolean warned;

    static String once() {
        if (warned) {
            return null;
        }
        warned = true;
        return "deprecated";
    }
}
//- privatestate/PrivateStateTest.java
package privatestate;

import static org.junit.Assert.*;

import org.junit.*;

public class PrivateStateTest {
    @Test
    public void warns() { // victim of PrivateStateTest#warnsTheFirstTime; also self-polluting; state: privatestate.Warnings.warned; fix: reflective
        assertEquals("deprecated", Warnings.once());
    }

    @Test
    public void warnsTheFirstTime() { // victim of PrivateStateTest#warns; also self-polluting; state: privatestate.Warnings.warned; fix: reflective
        assertNotNull(Warnings.once());
    }
}
