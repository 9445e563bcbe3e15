package reenact.driver;

/**
 * Marks in a recording what belongs to which test, for agents that record this class: all that a test calls lies
 * within the invocation of {@link #run} that has the test's name as its argument, and comes after the invocation of
 * {@link #begin} that has it.
 */
public final class Marker {
    /** Not an argument, because an agent would record all that it reaches. */
    private static Runnable body;

    /** For whoever looks into this JVM. */
    private static String current;

    private Marker() {}

    static void around(String test, Runnable code) {
        body = code;
        run(test);
    }

    public static void run(String test) {
        begin(test);
        body.run();
    }

    public static void begin(String test) {
        current = test;
    }
}
