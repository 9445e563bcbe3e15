// The context class loader of the thread.
//- contextloader/ContextLoaderTest.java
package contextloader;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class ContextLoaderTest {
    @Test
    void takesTheLoaderAway() { // polluter
        Thread.currentThread().setContextClassLoader(null);
        assertNull(Thread.currentThread().getContextClassLoader());
    }

    @Test
    void findsItself() { // victim of ContextLoaderTest#takesTheLoaderAway; state: java.lang.Thread.contextClassLoader (not found); fix: Thread.currentThread().setContextClassLoader(savedLoader)
        assertNotNull(Thread.currentThread().getContextClassLoader());
    }
}
