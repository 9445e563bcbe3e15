// A test between polluter and victim cleans up.
//- cleaner/CleanerTest.java
package cleaner;

import static org.junit.Assert.*;

import org.junit.*;

public class CleanerTest {
    static boolean isLocked;

    @Test
    public void locks() { // polluter
        isLocked = true;
    }

    @Test
    public void unlocks() { // cleaner
        isLocked = false;
    }

    @Test
    public void enters() { // victim of CleanerTest#locks; state: cleaner.CleanerTest.isLocked; fix: isLocked = false
        assertFalse(isLocked);
    }
}
