// A test that needs a system property which another one sets.
//- neededproperty/NeededPropertyTest.java
package neededproperty;

import static org.junit.Assert.*;

import org.junit.*;

public class NeededPropertyTest {
    @Test
    public void sets() { // state-setter
        System.setProperty("target.home", "/home");
    }

    @Test
    public void finds() { // brittle, set by NeededPropertyTest#sets; state: java.lang.System.props; fix: System.setProperty("target.home", "/home")
        assertEquals("/home", System.getProperty("target.home"));
    }
}
