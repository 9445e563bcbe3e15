// The pattern of Figure 1: a job stays registered because a mock stands where the code that removes it would be.
//- shutdownlisteners/JobRegistry.java
package shutdownlisteners;

import java.util.concurrent.ConcurrentHashMap;
import java.util.Map;

public final class JobRegistry {
    private static volatile JobRegistry instance;

    private final Map<String, Object> schedulers = new ConcurrentHashMap<>();
    private final Map<String, String> instances = new ConcurrentHashMap<>();

    public static JobRegistry getInstance() {
        if (instance == null) {
            synchronized (JobRegistry.class) {
                if (instance == null) {
                    instance = new JobRegistry();
                }
            }
        }
        return instance;
    }

    public void addJobInstance(String job, String address) {
        instances.put(job, address);
    }

    public void registerJob(String job, Object scheduler) {
        schedulers.put(job, scheduler);
    }

    public void shutdown(String job) {
        schedulers.remove(job);
    }

    public boolean isShutdown(String job) {
        return !schedulers.containsKey(job);
    }
}
//- shutdownlisteners/SchedulerFacade.java
package shutdownlisteners;

/** Counts calls as a mock would. */
public class SchedulerFacade {
    int shutdowns;

    public void shutdownInstance() {
        shutdowns++;
    }
}
//- shutdownlisteners/ShutdownListenerManager.java
package shutdownlisteners;

public final class ShutdownListenerManager {
    private final String job;
    private final SchedulerFacade facade;

    public ShutdownListenerManager(String job, SchedulerFacade facade) {
        this.job = job;
        this.facade = facade;
    }

    public void dataChanged(String path) {
        if (!JobRegistry.getInstance().isShutdown(job)) {
            facade.shutdownInstance();
        }
    }
}
//- shutdownlisteners/ShutdownListenerManagerTest.java
package shutdownlisteners;

import static org.junit.Assert.*;

import org.junit.*;

public class ShutdownListenerManagerTest {
    private SchedulerFacade facade;
    private ShutdownListenerManager manager;

    @Before
    public void setUp() {
        facade = new SchedulerFacade();
        JobRegistry.getInstance().addJobInstance("test_job", "127.0.0.1");
        manager = new ShutdownListenerManager("test_job", facade);
    }

    @Test
    public void removesLocalInstancePath() { // polluter
        JobRegistry.getInstance().registerJob("test_job", new Object());
        manager.dataChanged("/test_job/instances/127.0.0.1");
        assertEquals(1, facade.shutdowns);
    }

    @Test
    public void isShutDownAlready() { // victim of ShutdownListenerManagerTest#removesLocalInstancePath; state: shutdownlisteners.JobRegistry.instance.schedulers; fix: JobRegistry.getInstance().shutdown("test_job")
        manager.dataChanged("/test_job/instances/127.0.0.1");
        assertEquals(0, facade.shutdowns);
    }
}
