package reenact.driver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reports the progress of a run to the other end, event by event: whatever ends this JVM, the other end knows the test
 * at fault and the tests that are left.
 */
public final class Progress {
    /** How an invocation of a test ended. */
    public enum Outcome { PASSED, FAILED, ABORTED, SKIPPED, NOT_FOUND }

    private final Channel channel;
    private final Watchdog watchdog;
    private List<Test> block = new ArrayList<>();
    private final Set<Test> complete = new HashSet<>();
    /** The test that runs, or the first that will; the one to blame. */
    private Test current;
    private long startedAt;

    Progress(Channel channel, Watchdog watchdog) {
        this.channel = channel;
        this.watchdog = watchdog;
    }

    synchronized void blockStarted(List<Test> tests) {
        block = tests;
        FrameWriter frame = new FrameWriter(Protocol.BLOCK_STARTED).number(tests.size());
        for (Test test : tests) {
            frame.number(test.index);
        }
        channel.send(frame);
        discardOutput();
        startedAt = System.nanoTime();
        watchdog.armForFinding();
    }

    /** JUnit has found the tests of the block and begins with what their class does before them. */
    public synchronized void found() {
        startedAt = System.nanoTime();
        watchdog.arm();
    }

    /** Passes on the requests that belong before a test: of several invocations, before the first. */
    public synchronized void about(Test test) {
        for (byte[] request : test.requests) {
            channel.send(new FrameWriter(Protocol.ANSWERED).flag(true).number(test.index).bytes(Agent.ask(request)));
        }
        test.requests.clear();
        watchdog.arm();
    }

    public synchronized void started(Test test) {
        current = test;
        channel.send(new FrameWriter(Protocol.TEST_STARTED).number(test.index));
        startedAt = System.nanoTime();
        watchdog.arm();
        Marks.started(test);
        about(test);
        Mutants.activate(test.mutant);
    }

    /**
     * @param invocation which one of several, or nothing
     * @param reason why it was skipped or not found, or nothing
     */
    public void ended(Test test, String invocation, Outcome outcome, Throwable thrown, String reason) {
        long ended = System.nanoTime();
        Mutants.activate(0);
        Marks.finished(test);
        // In here is code of the subject's, so without the lock and still within the time limit.
        Failure failure = thrown == null ? null : Failure.of(thrown);
        synchronized (this) {
            FrameWriter frame = new FrameWriter(Protocol.INVOCATION_ENDED).number(test.index);
            frame.text(Failure.bounded(invocation)).number(outcome.ordinal());
            frame.number((ended - startedAt) / 1000).text(Failure.bounded(reason));
            frame.flag(failure != null);
            if (failure != null) {
                failure.writeTo(frame);
            }
            frame.flag(failure != null && failure.isFatal).text(Capture.OUT.take()).text(Capture.ERR.take());
            channel.send(Cover.take(frame));
            current = null;
            startedAt = System.nanoTime();
            watchdog.arm();
        }
    }

    /** Nothing more will come of this test. */
    public synchronized void complete(Test test) {
        if (complete.add(test)) {
            channel.send(new FrameWriter(Protocol.TEST_COMPLETE).number(test.index));
        }
    }

    public synchronized boolean isComplete(Test test) {
        return complete.contains(test);
    }

    /** A fixture of a class failed; tests that have not ended fail by it. */
    public void classFailed(String className, List<Test> tests, Throwable thrown) {
        boolean isBlamedOnTests = false;
        for (Test test : tests) {
            if (!isComplete(test)) {
                isBlamedOnTests = true;
                ended(test, "", Outcome.FAILED, thrown, "");
                complete(test);
            }
        }
        if (!isBlamedOnTests) {
            Failure failure = Failure.of(thrown);
            FrameWriter frame = new FrameWriter(Protocol.CLASS_FAILED).text(className);
            failure.writeTo(frame);
            channel.send(frame);
        }
    }

    /** No test of the block runs any more. Tests of which nothing was heard are not there. */
    void blockEnded() {
        for (Test test : block) {
            if (!isComplete(test)) {
                ended(test, "", Outcome.NOT_FOUND, null, "JUnit finds no such test in the class");
                complete(test);
            }
        }
        synchronized (this) {
            watchdog.disarm();
            current = null;
            channel.send(new FrameWriter(Protocol.BLOCK_ENDED));
        }
    }

    /** Reports that the time of a step is up, unless it has ended meanwhile. */
    synchronized void timedOut(String stacks) {
        if (watchdog.isTimeUp()) {
            watchdog.disarm();
            FrameWriter frame = new FrameWriter(Protocol.TIMED_OUT).text(Failure.bounded(stacks));
            channel.send(frame.text(Capture.OUT.take()).text(Capture.ERR.take()));
        }
    }

    /** The test that runs. */
    synchronized Test current() {
        return current;
    }

    private static void discardOutput() {
        Capture.OUT.take();
        Capture.ERR.take();
    }
}
