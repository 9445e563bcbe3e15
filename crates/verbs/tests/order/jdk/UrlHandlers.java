// The factory of URL handlers can be set once in a JVM.
//- urlhandlers/UrlHandlersTest.java
package urlhandlers;

import static org.junit.Assert.*;

import org.junit.*;
import java.net.URL;

public class UrlHandlersTest {
    @Test
    public void handlesTargets() throws Exception { // self-polluting; state: java.net.URL.factory; fix: none
        URL.setURLStreamHandlerFactory(name -> null);
        assertEquals("file", new URL("file:/tmp").getProtocol());
    }

    @Test
    public void parses() throws Exception {
        assertEquals("file", new URL("file:/tmp").getProtocol());
    }
}
