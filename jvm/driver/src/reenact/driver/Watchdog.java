package reenact.driver;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices that a test, or the fixtures of a class, take longer than they may. It can only report:
 * no thread can be stopped from outside, so the other end stops the whole JVM.
 */
final class Watchdog implements Runnable {
    private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(50);

    /** The time that JUnit may take to find its tests: in a cold JVM on a busy machine that is seconds. */
    private static final long TO_FIND = TimeUnit.SECONDS.toNanos(30);

    /** CPU time is looked at from here on: most steps are over sooner. */
    private static final long WORTH_A_LOOK = TimeUnit.MILLISECONDS.toNanos(300);

    private final long limit;
    /** CPU time that the tests' thread may use; 0 is any. */
    private final long cpuLimit;
    /** Since when, of which thread, and with how much used before: the watchdog's own thread alone knows. */
    private long measuredSince;
    private Thread measured;
    private long usedBefore;
    private volatile long allowed;
    private volatile Progress progress;
    private volatile Thread tests;
    private volatile long armedAt;
    private volatile boolean isArmed;
    private volatile boolean isOver;

    Watchdog(long limitMillis, long cpuLimitMillis) {
        limit = TimeUnit.MILLISECONDS.toNanos(limitMillis);
        cpuLimit = TimeUnit.MILLISECONDS.toNanos(cpuLimitMillis);
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
        return isArmed && (System.nanoTime() - armedAt > allowed || hasUsedUp());
    }

    /** Whether the tests' thread has used more CPU time in this step than it may. */
    private boolean hasUsedUp() {
        long since = armedAt;
        Thread thread = tests;
        if (cpuLimit == 0 || allowed > limit || System.nanoTime() - since < WORTH_A_LOOK) {
            return false;
        }
        long used = ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
        if (measuredSince != since || measured != thread) {
            measuredSince = since;
            measured = thread;
            usedBefore = used;
        }
        return used - usedBefore > cpuLimit && isArmed && armedAt == since;
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
