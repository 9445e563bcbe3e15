// A system property that a test sets.
//- systemproperty/SystemPropertyTest.java
package systemproperty;

import static org.junit.Assert.*;

import org.junit.*;

public class SystemPropertyTest {
    @Test
    public void setsTheMode() { // polluter
        System.setProperty("target.mode", "fast");
        assertEquals("fast", System.getProperty("target.mode"));
    }

    @Test
    public void hasNoMode() { // victim of SystemPropertyTest#setsTheMode; state: java.lang.System.props; fix: System.clearProperty("target.mode")
        assertNull(System.getProperty("target.mode"));
    }
}
