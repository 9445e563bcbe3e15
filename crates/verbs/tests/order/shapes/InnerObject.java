// An object inside an object that a static field holds.
//- innerobject/Server.java
package innerobject;

final class Server {
    static final Config CONFIG = new Config();

    static final class Config {
        final Limits limits = new Limits();
    }

    static final class Limits {
        int connections = 10;
    }
}
//- innerobject/InnerObjectTest.java
package innerobject;

import static org.junit.Assert.*;

import org.junit.*;

public class InnerObjectTest {
    @Test
    public void raisesTheLimit() { // polluter
        Server.CONFIG.limits.connections = 99;
        assertEquals(99, Server.CONFIG.limits.connections);
    }

    @Test
    public void hasTenConnections() { // victim of InnerObjectTest#raisesTheLimit; state: innerobject.Server.CONFIG.limits.connections; fix: Server.CONFIG.limits.connections = 10
        assertEquals(10, Server.CONFIG.limits.connections);
    }
}
