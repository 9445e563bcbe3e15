// The level of a logger, which outlives a class loader.
//- loggerlevel/LoggerLevelTest.java
package loggerlevel;

import static org.junit.Assert.*;

import org.junit.*;
import java.util.logging.Level;
import java.util.logging.Logger;

public class LoggerLevelTest {
    private static final Logger LOG = Logger.getLogger("targets.level");

    @Test
    public void silencesTheLog() { // polluter
        LOG.setLevel(Level.OFF);
        assertFalse(LOG.isLoggable(Level.SEVERE));
    }

    @Test
    public void logsErrors() { // victim of LoggerLevelTest#silencesTheLog; state: loggerlevel.LoggerLevelTest.LOG; fix: Logger.getLogger("targets.level").setLevel(null)
        assertTrue(LOG.isLoggable(Level.SEVERE));
    }
}
