package reenact.driver;

import java.lang.reflect.Method;

/** Marks the tests in the recording of this JVM, through the control class of the agent, if there is one. */
final class Marks {
    private static final int TEST_STARTED = 1;
    private static final int TEST_FINISHED = 2;
    /** {@code java.reenact.Control.mark(int, String)}; null without an agent. */
    private static final Method MARK = find("mark", int.class, String.class);
    /** {@code java.reenact.Control.focus(String)}; null without an agent. */
    private static final Method FOCUS = find("focus", String.class);

    private Marks() {}

    /** The agent records calls of the test's own method from here on, until another test starts. */
    static void started(Test test) {
        call(FOCUS, test.recorded);
        call(MARK, TEST_STARTED, test.toString());
    }

    static void finished(Test test) {
        call(MARK, TEST_FINISHED, test.toString());
    }

    private static void call(Method method, Object... arguments) {
        if (method == null) {
            return;
        }
        try {
            method.invoke(null, arguments);
        } catch (ReflectiveOperationException isUnexpected) {
            throw new IllegalStateException(isUnexpected);
        }
    }

    private static Method find(String name, Class<?>... parameters) {
        try {
            return Class.forName("java.reenact.Control", true, null).getMethod(name, parameters);
        } catch (ReflectiveOperationException | LinkageError thereIsNoAgent) {
            return null;
        }
    }
}
