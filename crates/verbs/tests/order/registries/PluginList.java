// The polluter and the victim are in different classes.
//- pluginlist/Plugins.java
package pluginlist;

import java.util.ArrayList;
import java.util.List;

public final class Plugins {
    static final List<String> NAMES = new ArrayList<>();

    public static void install(String name) {
        NAMES.add(name);
    }

    public static void uninstall(String name) {
        NAMES.remove(name);
    }

    public static List<String> names() {
        return NAMES;
    }
}
//- pluginlist/AInstallTest.java
package pluginlist;

import static org.junit.Assert.*;

import org.junit.*;

public class AInstallTest {
    @Test
    public void installs() { // polluter
        Plugins.install("spelling");
        assertTrue(Plugins.names().contains("spelling"));
    }

    @Test
    public void namesAreKept() {
        assertNotNull(Plugins.names());
    }
}
//- pluginlist/BListTest.java
package pluginlist;

import static org.junit.Assert.*;

import org.junit.*;

public class BListTest {
    @Test
    public void listsNothing() { // victim of AInstallTest#installs; state: pluginlist.Plugins.NAMES; fix: Plugins.NAMES.clear()
        assertEquals("[]", Plugins.names().toString());
    }
}
//- pluginlist/COtherTest.java
package pluginlist;

import static org.junit.Assert.*;

import org.junit.*;

public class COtherTest {
    @Test
    public void doesNothing() {}
}
