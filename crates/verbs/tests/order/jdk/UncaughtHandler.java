// The default handler of uncaught exceptions.
//- uncaughthandler/UncaughtHandlerTest.java
package uncaughthandler;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class UncaughtHandlerTest {
    @Test
    void handles() { // polluter
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
        assertNotNull(Thread.getDefaultUncaughtExceptionHandler());
    }

    @Test
    void hasNoHandler() { // victim of UncaughtHandlerTest#handles; state: java.lang.Thread.defaultUncaughtExceptionHandler; fix: Thread.setDefaultUncaughtExceptionHandler(savedHandler)
        assertNull(Thread.getDefaultUncaughtExceptionHandler());
    }
}
