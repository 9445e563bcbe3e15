package reenact.driver;

import java.lang.reflect.Method;

/** Marks the tests in the recording of this JVM, through the control class of the agent, if there is one. */
final class Marks {
    private static final int TEST_STARTED = 1;
    private static final int TEST_FINISHED = 2;
    /** {@code java.reenact.Control.mark(int, String)}; null without an agent. */
    private static final Method MARK = find();

    private Marks() {}

    static void started(Test test) {
        mark(TEST_STARTED, test);
    }

    static void finished(Test test) {
        mark(TEST_FINISHED, test);
    }

    private static void mark(int kind, Test test) {
        if (MARK == null) {
            return;
        }
        try {
            MARK.invoke(null, kind, test.toString());
        } catch (ReflectiveOperationException isUnexpected) {
            throw new IllegalStateException(isUnexpected);
        }
    }

    private static Method find() {
        try {
            return Class.forName("java.reenact.Control", true, null).getMethod("mark", int.class, String.class);
        } catch (ReflectiveOperationException | LinkageError thereIsNoAgent) {
            return null;
        }
    }
}
