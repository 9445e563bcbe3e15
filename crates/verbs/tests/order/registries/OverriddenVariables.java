// Environment variables through a class that lets tests override them.
//- overriddenvariables/Env.java
package overriddenvariables;

import java.util.HashMap;
import java.util.Map;

public final class Env {
    private static Map<String, String> overrides;

    public static String get(String name) {
        String own = overrides == null ? null : overrides.get(name);
        return own == null ? System.getenv(name) : own;
    }

    public static void with(String name, String value) {
        if (overrides == null) {
            overrides = new HashMap<>();
        }
        overrides.put(name, value);
    }

    public static void restore() {
        overrides = null;
    }
}
//- overriddenvariables/EnvTest.java
package overriddenvariables;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class EnvTest {
    @Test
    void readsAnOverride() { // polluter
        Env.with("REENACT_TARGET_STAGE", "test");
        assertEquals("test", Env.get("REENACT_TARGET_STAGE"));
    }

    @Test
    void hasNoStage() { // victim of EnvTest#readsAnOverride; state: overriddenvariables.Env.overrides; fix: Env.restore()
        assertNull(Env.get("REENACT_TARGET_STAGE"));
    }
}
