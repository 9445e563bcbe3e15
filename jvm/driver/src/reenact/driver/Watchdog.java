package reenact.driver;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices that a test, or what a class does before and after its tests, takes longer than it may. It can only tell:
 * no thread can be stopped from outside, so the other end stops the whole JVM.
 */
final class Watchdog implements Runnable {
    private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(50);

    /** What JUnit may take to find its tests: in a cold JVM on a busy machine that is seconds. */
    private static final long TO_FIND = TimeUnit.SECONDS.toNanos(30);

    private final long limit;
    private volatile long allowed;
    private volatile Progress progress;
    private volatile Thread tests;
    private volatile long armedAt;
    private volatile boolean isArmed;
    private volatile boolean isOver;

    Watchdog(long limitMillis) {
        limit = TimeUnit.MILLISECONDS.toNanos(limitMillis);
    }

    /** Watches from now on, until the end. */
    void watch(Progress steps) {
        progress = steps;
        Thread thread = new Thread(this, Main.THREADS + "watchdog");
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
    }

    /** The thread that runs the tests from now on. */
    void over(Thread thread) {
        tests = thread;
    }

    /** A step of the subject's begins now. */
    void arm() {
        arm(limit);
    }

    /** JUnit begins to look for tests. */
    void armForFinding() {
        arm(limit + TO_FIND);
    }

    private void arm(long time) {
        // Before the new time is allowed, so that a longer one never counts from the older moment.
        armedAt = System.nanoTime();
        allowed = time;
        isArmed = true;
    }

    void disarm() {
        isArmed = false;
    }

    boolean isTimeUp() {
        return isArmed && System.nanoTime() - armedAt > allowed;
    }

    void end() {
        isOver = true;
    }

    @Override
    public void run() {
        while (!isOver) {
            LockSupport.parkNanos(LOOK_EVERY);
            if (isTimeUp()) {
                progress.timedOut(stacks());
            }
        }
    }

    /** Where the tests' thread is; if it waits for another, then that one is of interest as well. */
    private String stacks() {
        StringBuilder text = new StringBuilder();
        Thread first = tests;
        append(first, first.getStackTrace(), text);
        for (Map.Entry<Thread, StackTraceElement[]> other : Thread.getAllStackTraces().entrySet()) {
            Thread thread = other.getKey();
            boolean isOurs = thread == first || thread.getName().startsWith(Main.THREADS);
            boolean isJvms = thread.getThreadGroup() == null || "system".equals(thread.getThreadGroup().getName());
            if (!isOurs && !isJvms) {
                append(thread, other.getValue(), text);
            }
        }
        return text.toString();
    }

    private static void append(Thread thread, StackTraceElement[] frames, StringBuilder text) {
        text.append('"').append(thread.getName()).append("\" ").append(thread.getState()).append('\n');
        text.append(Failure.trace(frames));
    }
}
