// The class demands an order of JUnit 4, in which its tests pass.
//- fixedmethods/FixedMethodsTest.java
package fixedmethods;

import static org.junit.Assert.*;

import org.junit.*;
import org.junit.runners.MethodSorters;

@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class FixedMethodsTest {
    static int step;

    @Test
    public void aStarts() { // state-setter
        step = 1;
    }

    @Test
    public void bContinues() { // brittle, set by FixedMethodsTest#aStarts; state: fixedmethods.FixedMethodsTest.step; fix: step = 1
        assertEquals(1, step);
    }
}
