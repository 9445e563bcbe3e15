// A test removes what others expect.
//- removeddefault/Converters.java
package removeddefault;

import java.util.Map;
import java.util.TreeMap;

public final class Converters {
    private static final Map<String, String> TABLE = new TreeMap<>();

    static {
        TABLE.put("int", "java.lang.Integer");
        TABLE.put("long", "java.lang.Long");
    }

    public static String of(String type) {
        return TABLE.get(type);
    }

    public static void put(String type, String wrapper) {
        TABLE.put(type, wrapper);
    }

    public static void remove(String type) {
        TABLE.remove(type);
    }
}
//- removeddefault/ConvertersTest.java
package removeddefault;

import static org.junit.Assert.*;

import org.junit.*;

public class ConvertersTest {
    @Test
    public void forgets() { // polluter
        Converters.remove("long");
        assertNull(Converters.of("long"));
    }

    @Test
    public void knowsLong() { // victim of ConvertersTest#forgets; state: removeddefault.Converters.TABLE; fix: Converters.put("long", "java.lang.Long")
        assertEquals("java.lang.Long", Converters.of("long"));
    }
}
