// An implementation that a test puts in by its class.
//- servicelocator/Greeter.java
package servicelocator;

public interface Greeter {
    String greet();
}
//- servicelocator/Services.java
package servicelocator;

import java.util.HashMap;
import java.util.Map;

public final class Services {
    private static final Map<Class<?>, Object> OVERRIDES = new HashMap<>();

    public static <T> void override(Class<T> type, T service) {
        OVERRIDES.put(type, service);
    }

    public static void restore(Class<?> type) {
        OVERRIDES.remove(type);
    }

    public static Greeter greeter() {
        Object found = OVERRIDES.get(Greeter.class);
        return found == null ? () -> "hello" : (Greeter) found;
    }
}
//- servicelocator/ServicesTest.java
package servicelocator;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class ServicesTest {
    @Test
    void overrides() { // polluter
        Services.override(Greeter.class, () -> "bye");
        assertEquals("bye", Services.greeter().greet());
    }

    @Test
    void greets() { // victim of ServicesTest#overrides; state: servicelocator.Services.OVERRIDES; fix: Services.restore(Greeter.class)
        assertEquals("hello", Services.greeter().greet());
    }
}
