// An executor that a test shuts down.
//- executorshutdown/Workers.java
package executorshutdown;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

final class Workers {
    private static ExecutorService pool;

    static synchronized ExecutorService pool() {
        if (pool == null) {
            restart();
        }
        return pool;
    }

    static synchronized void restart() {
        pool = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
    }
}
//- executorshutdown/ExecutorShutDownTest.java
package executorshutdown;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class ExecutorShutDownTest {
    @Test
    void closes() { // polluter
        Workers.pool().shutdown();
        assertTrue(Workers.pool().isShutdown());
    }

    @Test
    void works() throws Exception { // victim of ExecutorShutDownTest#closes; state: executorshutdown.Workers.pool; fix: Workers.restart() (not found)
        assertEquals(7, Workers.pool().submit(() -> 7).get());
    }
}
