// A test case of JUnit 3.
//- oldtestcase/OldTestCaseTest.java
package oldtestcase;

import junit.framework.TestCase;

public class OldTestCaseTest extends TestCase {
    private static int state;

    public void testChanges() { // polluter
        state = 1;
        assertEquals(1, state);
    }

    public void testIsUnchanged() { // victim of OldTestCaseTest#testChanges; state: oldtestcase.OldTestCaseTest.state; fix: state = 0
        assertEquals(0, state);
    }
}
