// A handler that a test leaves with the root logger.
//- loggerhandlers/LoggerHandlersTest.java
package loggerhandlers;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
import java.util.logging.ConsoleHandler;
import java.util.logging.Logger;

class LoggerHandlersTest {
    private final Logger root = Logger.getLogger("");

    @Test
    void addsAHandler() { // polluter
        int before = root.getHandlers().length;
        root.addHandler(new ConsoleHandler());
        assertEquals(before + 1, root.getHandlers().length);
    }

    @Test
    void hasOneHandler() { // victim of LoggerHandlersTest#addsAHandler; state: java.util.logging.LogManager.manager; fix: LogManager.getLogManager().readConfiguration()
        assertEquals(1, root.getHandlers().length);
    }
}
