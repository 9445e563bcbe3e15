package reenact.driver;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Cuts a list of tests into requests to JUnit. JUnit does not go back to a class that it has left, so a list that
 * does becomes several requests, and such a class is set up more than once. Test cases of JUnit 3 cannot be sorted, and
 * have no set-up for a class, so each test is a request.
 */
final class Requests {
    private Requests() {}

    /** Neighbours of one top-level class; or every test alone. */
    static List<List<Test>> byTopLevelClass(List<Test> tests, boolean alone) {
        List<List<Test>> groups = new ArrayList<>();
        String last = null;
        for (Test test : tests) {
            String name = test.topLevelName();
            if (alone || !name.equals(last)) {
                groups.add(new ArrayList<>());
                last = name;
            }
            groups.get(groups.size() - 1).add(test);
        }
        return groups;
    }

    /** Neighbours that one request can run in their order. */
    static List<List<Test>> of(List<Test> group, Engines engines) {
        List<List<Test>> requests = new ArrayList<>();
        Walk walk = null;
        Engine lastEngine = null;
        for (Test test : group) {
            Engine engine = engines.of(test);
            boolean hasNested = engine != null && engine == engines.platform();
            boolean isTogether = walk != null && engine == lastEngine && !test.isJUnit3();
            boolean goesOn = isTogether && walk.goesTo(test, hasNested);
            if (!goesOn) {
                requests.add(new ArrayList<>());
                walk = new Walk();
                walk.goesTo(test, hasNested);
                lastEngine = engine;
            }
            requests.get(requests.size() - 1).add(test);
        }
        return requests;
    }

    /**
     * A walk through nested classes as Jupiter takes it: a class's own tests, then one nested class after the other,
     * each with all that is nested in it, and no test twice.
     */
    private static final class Walk {
        private final Set<String> visited = new HashSet<>();
        private final Set<String> methods = new HashSet<>();
        private String at;

        boolean goesTo(Test test, boolean hasNested) {
            boolean isNew = true;
            for (Method method : test.methods) {
                isNew &= methods.add(test.className + "#" + method.getName() + Test.parameterNames(method));
            }
            return isNew && goesTo(test.className, hasNested);
        }

        private boolean goesTo(String name, boolean hasNested) {
            if (name.equals(at)) {
                return true;
            }
            if (at != null && (!hasNested || visited.contains(name) || !continues(name))) {
                return false;
            }
            for (String outer = name; outer != null; outer = outer(outer)) {
                visited.add(outer);
            }
            at = name;
            return true;
        }

        /** Whether the innermost visited class around this one is one that the walk has not left. */
        private boolean continues(String name) {
            String around = outer(name);
            while (around != null && !visited.contains(around)) {
                around = outer(around);
            }
            return around != null && (at.equals(around) || at.startsWith(around + "$"));
        }

        private static String outer(String name) {
            int dollar = name.lastIndexOf('$');
            return dollar <= name.lastIndexOf('.') + 1 ? null : name.substring(0, dollar);
        }
    }
}
