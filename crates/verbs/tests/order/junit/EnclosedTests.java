// Classes of tests that a runner of JUnit 4 runs.
//- enclosedtests/EnclosedTestsTest.java
package enclosedtests;

import static org.junit.Assert.*;

import org.junit.*;
import org.junit.experimental.runners.Enclosed;
import org.junit.runner.RunWith;

@RunWith(Enclosed.class)
public class EnclosedTestsTest {
    static boolean isDirty;

    public static class Dirty {
        @Test
        public void dirties() { // polluter
            isDirty = true;
        }
    }

    public static class Clean {
        @Test
        public void isClean() { // victim of EnclosedTestsTest$Dirty#dirties; state: enclosedtests.EnclosedTestsTest.isDirty; fix: isDirty = false
            assertFalse(isDirty);
        }
    }
}
