package reenact.driver;

import java.util.List;
import java.util.function.Consumer;

/** A generation of JUnit. An implementation reports the tests that it finds; tests that it misses are not reported. */
public interface Engine {
    /**
     * Runs tests of one class, and of classes nested in it, as one request to JUnit: what the class does before and
     * after all its tests is done once.
     *
     * @param tests in the order in which they should run
     */
    void run(List<Test> tests, Progress progress) throws Exception;

    /** Hands over the tests of a class: class, method and the types of parameters. */
    void discover(Class<?> type, Consumer<String[]> found) throws Exception;
}
