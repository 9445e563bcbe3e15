package reenact.driver.junit;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import reenact.driver.Engine;
import reenact.driver.Progress;
import reenact.driver.Test;

/** Tests of the JUnit Platform: Jupiter's, and those of other engines on the class path. */
public final class PlatformEngine implements Engine {
    private final Launcher launcher = Launchers.get();

    @Override
    public void run(List<Test> tests, Progress progress) {
        List<DiscoverySelector> selectors = new ArrayList<>();
        Map<String, Test> byMethod = new HashMap<>();
        for (Test test : tests) {
            for (Method method : test.methods) {
                selectors.add(DiscoverySelectors.selectMethod(test.type, method));
                byMethod.put(key(test.className, method.getName(), Test.parameterNames(method)), test);
            }
        }
        GivenOrder.set(tests);
        launcher.execute(request(selectors), new Listener(tests, byMethod, progress));
    }

    @Override
    public void discover(Class<?> type, Consumer<String[]> found) {
        List<DiscoverySelector> selectors = new ArrayList<>();
        selectors.add(DiscoverySelectors.selectClass(type));
        TestPlan plan = launcher.discover(request(selectors));
        for (TestIdentifier root : plan.getRoots()) {
            discover(root, plan, type.getName(), found);
        }
    }

    private static void discover(TestIdentifier at, TestPlan plan, String type, Consumer<String[]> found) {
        TestSource source = at.getSource().orElse(null);
        if (source instanceof MethodSource) {
            String className = className(at, plan);
            // Nested classes are found by themselves.
            if (type.equals(className)) {
                MethodSource method = (MethodSource) source;
                found.accept(new String[] {className, method.getMethodName(), parameters(method)});
            }
            return;
        }
        for (TestIdentifier child : plan.getChildren(at)) {
            discover(child, plan, type, found);
        }
    }

    private static LauncherDiscoveryRequest request(List<DiscoverySelector> selectors) {
        return LauncherDiscoveryRequestBuilder.request()
            .selectors(selectors)
            // Tests of JUnit 4 are run by JUnit 4 itself, with or without its engine for the platform.
            .filters(EngineFilter.excludeEngines("junit-vintage"))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
            .configurationParameter("junit.jupiter.testmethod.order.default", "reenact.driver.junit.GivenMethodOrder")
            .configurationParameter("junit.jupiter.testclass.order.default", "reenact.driver.junit.GivenClassOrder")
            .build();
    }

    private static String key(String className, String method, String parameters) {
        return className + "#" + method + "(" + parameters + ")";
    }

    private static String parameters(MethodSource method) {
        String types = method.getMethodParameterTypes();
        return types == null ? "" : types;
    }

    /** The class of a test: not the one that declares the method, but the one that was asked for. */
    private static String className(TestIdentifier identifier, TestPlan plan) {
        Optional<TestIdentifier> at = Optional.of(identifier);
        while (at.isPresent()) {
            TestSource source = at.get().getSource().orElse(null);
            if (source instanceof ClassSource) {
                return ((ClassSource) source).getClassName();
            }
            at = plan.getParent(at.get());
        }
        return "";
    }

    private static final class Listener implements TestExecutionListener {
        private final List<Test> tests;
        private final Map<String, Test> byMethod;
        private final Progress progress;
        /** How many methods of a test are still to end; overloaded ones may share a name. */
        private final Map<Test, Integer> expected = new HashMap<>();
        private TestPlan plan;

        Listener(List<Test> tests, Map<String, Test> byMethod, Progress progress) {
            this.tests = tests;
            this.byMethod = byMethod;
            this.progress = progress;
        }

        @Override
        public void testPlanExecutionStarted(TestPlan started) {
            plan = started;
            for (TestIdentifier root : plan.getRoots()) {
                count(root);
            }
            progress.found();
        }

        private void count(TestIdentifier at) {
            Test test = testOf(at);
            if (test != null) {
                expected.merge(test, 1, Integer::sum);
                return;
            }
            for (TestIdentifier child : plan.getChildren(at)) {
                count(child);
            }
        }

        @Override
        public void executionStarted(TestIdentifier identifier) {
            Test test = testOf(identifier);
            // The work of a template before its first invocation is part of the test.
            if (test != null) {
                progress.started(test);
            }
        }

        @Override
        public void executionSkipped(TestIdentifier identifier, String reason) {
            Test test = testOf(identifier);
            if (test != null) {
                progress.ended(test, invocation(identifier), Progress.Outcome.SKIPPED, null, reason);
                completeUnlessInvocation(test, identifier);
                return;
            }
            for (Test within : testsIn(identifier)) {
                if (!progress.isComplete(within)) {
                    progress.ended(within, "", Progress.Outcome.SKIPPED, null, reason);
                    progress.complete(within);
                }
            }
        }

        @Override
        public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            Throwable thrown = result.getThrowable().orElse(null);
            boolean isGood = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
            boolean isAborted = result.getStatus() == TestExecutionResult.Status.ABORTED;
            Progress.Outcome outcome = isGood ? Progress.Outcome.PASSED
                : isAborted ? Progress.Outcome.ABORTED : Progress.Outcome.FAILED;
            Test test = testOf(identifier);
            if (test != null) {
                if (identifier.isTest() || !isGood) {
                    progress.ended(test, invocation(identifier), outcome, thrown, "");
                }
                completeUnlessInvocation(test, identifier);
            } else if (isAborted) {
                for (Test within : testsIn(identifier)) {
                    if (!progress.isComplete(within)) {
                        progress.ended(within, "", outcome, thrown, "");
                        progress.complete(within);
                    }
                }
            } else if (!isGood) {
                Throwable cause = thrown == null ? new IllegalStateException("the container failed") : thrown;
                progress.classFailed(className(identifier, plan), testsIn(identifier), cause);
            }
        }

        /** The test that this is, or of which it is an invocation. */
        private Test testOf(TestIdentifier identifier) {
            Optional<TestIdentifier> at = Optional.of(identifier);
            while (at.isPresent()) {
                TestSource source = at.get().getSource().orElse(null);
                if (source instanceof ClassSource) {
                    return null;
                }
                if (source instanceof MethodSource) {
                    MethodSource method = (MethodSource) source;
                    String className = className(at.get(), plan);
                    return byMethod.get(key(className, method.getMethodName(), parameters(method)));
                }
                at = plan.getParent(at.get());
            }
            return null;
        }

        /** Whether something lies between this and its class: then it is one of several invocations. */
        private boolean isInvocation(TestIdentifier identifier) {
            Optional<TestIdentifier> parent = plan.getParent(identifier);
            return parent.isPresent() && testOf(parent.get()) != null;
        }

        private String invocation(TestIdentifier identifier) {
            return isInvocation(identifier) ? identifier.getDisplayName() : "";
        }

        private void completeUnlessInvocation(Test test, TestIdentifier identifier) {
            if (!isInvocation(identifier) && expected.merge(test, -1, Integer::sum) <= 0) {
                progress.complete(test);
            }
        }

        /** The tests in a class and those nested in it; of an engine, all. */
        private List<Test> testsIn(TestIdentifier container) {
            String className = className(container, plan);
            List<Test> within = new ArrayList<>();
            for (Test test : tests) {
                boolean isNested = test.className.startsWith(className + "$");
                if (className.isEmpty() || isNested || test.className.equals(className)) {
                    within.add(test);
                }
            }
            return within;
        }
    }
}
