// A hook can be registered once.
//- shutdownhooks/Hooks.java
package shutdownhooks;

final class Hooks {
    private static final Thread HOOK = new Thread(() -> {});

    static void register() {
        Runtime.getRuntime().addShutdownHook(HOOK);
    }

    static void remove() {
        Runtime.getRuntime().removeShutdownHook(HOOK);
    }
}
//- shutdownhooks/ShutdownHooksTest.java
package shutdownhooks;

import static org.junit.Assert.*;

import org.junit.*;

public class ShutdownHooksTest {
    @Test
    public void registersOnStart() { // victim of ShutdownHooksTest#registersOnRestart; also self-polluting; state: java.lang.ApplicationShutdownHooks.hooks; fix: Hooks.remove()
        Hooks.register();
    }

    @Test
    public void registersOnRestart() { // victim of ShutdownHooksTest#registersOnStart; also self-polluting; state: java.lang.ApplicationShutdownHooks.hooks; fix: Hooks.remove()
        Hooks.register();
    }
}
