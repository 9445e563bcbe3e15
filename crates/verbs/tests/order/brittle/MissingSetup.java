// A test that needs what another one sets up.
//- missingsetup/Database.java
package missingsetup;

final class Database {
    private static String name;

    static void connect(String to) {
        name = to;
    }

    static boolean isConnected() {
        return name != null;
    }

    static String query() {
        if (name == null) {
            throw new IllegalStateException("not connected");
        }
        return "1 row of " + name;
    }
}
//- missingsetup/MissingSetupTest.java
package missingsetup;

import static org.junit.Assert.*;

import org.junit.*;

public class MissingSetupTest {
    @Test
    public void connects() { // state-setter
        Database.connect("test");
        assertTrue(Database.isConnected());
    }

    @Test
    public void queries() { // brittle, set by MissingSetupTest#connects; state: missingsetup.Database.name; fix: Database.connect("test")
        assertEquals("1 row of test", Database.query());
    }
}
