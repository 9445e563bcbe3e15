package reenact.driver.junit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.Runner;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.manipulation.NoTestsRemainException;
import org.junit.runner.manipulation.Sorter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import reenact.driver.Engine;
import reenact.driver.Progress;
import reenact.driver.Test;

/** Tests of JUnit 4 and 3, run by the runner that their class names. */
public final class JUnit4Engine implements Engine {
    /** JUnit's name of the test that represents a class which it cannot run. */
    private static final String CANNOT_RUN = "initializationError";

    @Override
    public void run(List<Test> tests, Progress progress) {
        Runner runner = Request.classWithoutSuiteMethod(tests.get(0).type).getRunner();
        Chosen chosen = new Chosen(tests);
        try {
            chosen.apply(runner);
        } catch (NoTestsRemainException noneIsThere) {
            return;
        }
        new Sorter((a, b) -> Integer.compare(chosen.position(a), chosen.position(b))).apply(runner);
        BeforeEachTest.install(runner, chosen, progress);
        JUnitCore core = new JUnitCore();
        core.addListener(new Listener(tests, chosen, runner.getDescription(), progress));
        progress.found();
        core.run(runner);
    }

    @Override
    public void discover(Class<?> type, Consumer<String[]> found) {
        Description all = Request.classWithoutSuiteMethod(type).getRunner().getDescription();
        for (Description leaf : leaves(all)) {
            String method = leaf.getMethodName();
            if (method != null && !method.equals(CANNOT_RUN) && type.getName().equals(leaf.getClassName())) {
                int bracket = method.indexOf('[');
                found.accept(new String[] {type.getName(), bracket > 0 ? method.substring(0, bracket) : method, ""});
            }
        }
    }

    private static List<Description> leaves(Description description) {
        List<Description> leaves = new ArrayList<>();
        if (description.isTest()) {
            leaves.add(description);
        }
        for (Description child : description.getChildren()) {
            leaves.addAll(leaves(child));
        }
        return leaves;
    }

    /** The tests that were asked for. Parameterized ones are called {@code method[0]} and the like. */
    static final class Chosen extends Filter {
        private final List<Test> tests;

        Chosen(List<Test> tests) {
            this.tests = tests;
        }

        Test of(Description leaf) {
            String name = leaf.getMethodName();
            if (name == null) {
                return null;
            }
            for (Test test : tests) {
                String rest = name.startsWith(test.methodName) ? name.substring(test.methodName.length()) : null;
                if (rest != null && (rest.isEmpty() || "[(".indexOf(rest.trim().charAt(0)) >= 0)) {
                    return test;
                }
            }
            return null;
        }

        int position(Description description) {
            Test test = of(description);
            return test == null ? 0 : tests.indexOf(test);
        }

        @Override
        public boolean shouldRun(Description description) {
            if (description.isTest()) {
                return of(description) != null || CANNOT_RUN.equals(description.getMethodName());
            }
            for (Description child : description.getChildren()) {
                if (shouldRun(child)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String describe() {
            return "tests that were asked for";
        }
    }

    private static final class Listener extends RunListener {
        private final List<Test> tests;
        private final Chosen chosen;
        private final Progress progress;
        /** How many invocations of a test are still to come. */
        private final Map<Test, Integer> expected = new HashMap<>();
        private final Map<Description, Failure> failures = new HashMap<>();
        private final Map<Description, Failure> assumptions = new HashMap<>();

        Listener(List<Test> tests, Chosen chosen, Description all, Progress progress) {
            this.tests = tests;
            this.chosen = chosen;
            this.progress = progress;
            for (Description leaf : leaves(all)) {
                Test test = chosen.of(leaf);
                if (test != null) {
                    expected.merge(test, 1, Integer::sum);
                }
            }
        }

        @Override
        public void testStarted(Description description) {
            Test test = chosen.of(description);
            if (test != null) {
                progress.started(test);
            }
        }

        @Override
        public void testFailure(Failure failure) {
            if (chosen.of(failure.getDescription()) != null) {
                // A test may fail and then its tear-down: the first is the cause.
                failures.putIfAbsent(failure.getDescription(), failure);
            } else {
                progress.classFailed(tests.get(0).className, tests, failure.getException());
            }
        }

        @Override
        public void testAssumptionFailure(Failure failure) {
            if (chosen.of(failure.getDescription()) != null) {
                assumptions.putIfAbsent(failure.getDescription(), failure);
                return;
            }
            for (Test test : tests) {
                end(test, "", Progress.Outcome.ABORTED, failure.getException(), "");
                progress.complete(test);
            }
        }

        @Override
        public void testFinished(Description description) {
            Test test = chosen.of(description);
            if (test == null) {
                return;
            }
            Failure failure = failures.remove(description);
            Failure assumption = assumptions.remove(description);
            String invocation = description.getMethodName().substring(test.methodName.length());
            if (failure != null) {
                end(test, invocation, Progress.Outcome.FAILED, failure.getException(), "");
            } else if (assumption != null) {
                end(test, invocation, Progress.Outcome.ABORTED, assumption.getException(), "");
            } else {
                end(test, invocation, Progress.Outcome.PASSED, null, "");
            }
        }

        @Override
        public void testIgnored(Description description) {
            Test ignored = chosen.of(description);
            for (Test test : tests) {
                // Either one test or, by its class, every one.
                if (ignored == test || ignored == null && !progress.isComplete(test)) {
                    end(test, "", Progress.Outcome.SKIPPED, null, "@Ignore");
                }
            }
        }

        private void end(Test test, String invocation, Progress.Outcome outcome, Throwable thrown, String reason) {
            progress.ended(test, invocation, outcome, thrown, reason);
            if (expected.merge(test, -1, Integer::sum) <= 0) {
                progress.complete(test);
            }
        }
    }
}
