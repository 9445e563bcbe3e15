package reenact.driver.junit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.runner.Description;
import org.junit.runner.Runner;
import org.junit.runners.ParentRunner;
import org.junit.runners.model.RunnerScheduler;
import reenact.driver.Progress;
import reenact.driver.Test;

/**
 * Calls the driver right before each test of a class: after what the class does before all of them, and before the object of the
 * test is made. JUnit 4 makes that object before it tells its listeners that the test has started.
 */
final class BeforeEachTest implements RunnerScheduler {
    private final Iterator<Test> tests;
    private final Progress progress;

    private BeforeEachTest(List<Test> tests, Progress progress) {
        this.tests = tests.iterator();
        this.progress = progress;
    }

    /** Does nothing for runners that do not run methods one by one, such as those of parameterized tests. */
    static void install(Runner runner, JUnit4Engine.Chosen chosen, Progress progress) {
        try {
            List<Test> tests = new ArrayList<>();
            for (Description child : runner.getDescription().getChildren()) {
                Test test = child.isTest() ? chosen.of(child) : null;
                if (test == null) {
                    return;
                }
                tests.add(test);
            }
            if (runner instanceof ParentRunner) {
                ((ParentRunner<?>) runner).setScheduler(new BeforeEachTest(tests, progress));
            }
        } catch (LinkageError isAnOldJUnit) {
            // Then it is done when the listeners are told.
        }
    }

    @Override
    public void schedule(Runnable child) {
        if (tests.hasNext()) {
            progress.about(tests.next());
        }
        child.run();
    }

    @Override
    public void finished() {}
}
