// A map that a test leaves an entry in.
//- registry/Registry.java
package registry;

import java.util.HashMap;
import java.util.Map;

public final class Registry {
    private static final Map<String, String> ENTRIES = new HashMap<>();

    public static void register(String name, String value) {
        ENTRIES.put(name, value);
    }

    public static int size() {
        return ENTRIES.size();
    }

    public static void clear() {
        ENTRIES.clear();
    }
}
//- registry/RegistryTest.java
package registry;

import static org.junit.Assert.*;

import org.junit.*;

public class RegistryTest {
    @Test
    public void registers() { // polluter
        Registry.register("a", "b");
        assertTrue(Registry.size() > 0);
    }

    @Test
    public void startsEmpty() { // victim of RegistryTest#registers; state: registry.Registry.ENTRIES; fix: Registry.clear()
        assertEquals(0, Registry.size());
    }
}
