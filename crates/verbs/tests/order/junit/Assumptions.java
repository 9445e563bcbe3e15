// A test that gives up is neither passed nor failed.
//- assumptions/AssumptionsTest.java
package assumptions;

import static org.junit.Assert.*;

import org.junit.*;

public class AssumptionsTest {
    static boolean isReady;

    @Test
    public void prepares() {
        isReady = true;
    }

    @Test
    public void needsPreparation() {
        Assume.assumeTrue(isReady);
    }

    @Test
    @Ignore
    public void isIgnored() {
        fail();
    }
}
