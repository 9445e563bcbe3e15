// A test keeps the cleaner from cleaning up.
//- pollutedcleaner/PollutedCleanerTest.java
package pollutedcleaner;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class PollutedCleanerTest {
    static boolean isOpen;
    static boolean isStuck;

    @Test
    void opens() { // polluter
        isOpen = true;
    }

    @Test
    void getsStuck() { // polluter
        isStuck = true;
    }

    @Test
    void closes() { // victim of PollutedCleanerTest#getsStuck; state: pollutedcleaner.PollutedCleanerTest.isStuck; fix: isStuck = false
        assertFalse(isStuck);
        isOpen = false;
    }

    @Test
    void isClosed() { // victim of PollutedCleanerTest#opens; state: pollutedcleaner.PollutedCleanerTest.isOpen; fix: isOpen = false
        assertFalse(isOpen);
    }
}
