package reenact.driver;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * A throwable in words, within bounds. It comes from the subject: its message may be of any length, its methods may
 * throw, its causes may form a ring.
 */
final class Failure {
    private static final int MAX_TEXT = 16 << 10;
    private static final int MAX_FRAMES = 150;
    private static final int MAX_CAUSES = 8;

    final String className;
    final String message;
    final String trace;
    /** Whether the JVM can be trusted with further tests. */
    final boolean isFatal;

    private Failure(String className, String message, String trace, boolean isFatal) {
        this.className = className;
        this.message = message;
        this.trace = trace;
        this.isFatal = isFatal;
    }

    static Failure of(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<Throwable, Boolean>());
        StringBuilder trace = new StringBuilder();
        boolean isFatal = false;
        Throwable cause = thrown;
        while (cause != null && seen.size() < MAX_CAUSES && seen.add(cause)) {
            // A stack that overflowed is empty again; a heap that was full, or a JVM in trouble, may stay so.
            isFatal |= cause instanceof OutOfMemoryError || cause instanceof InternalError;
            trace.append(seen.size() == 1 ? "" : "Caused by: ").append(cause.getClass().getName());
            String message = messageOf(cause);
            trace.append(message.isEmpty() ? "" : ": ").append(message).append('\n');
            appendFrames(cause, trace);
            cause = causeOf(cause);
        }
        return new Failure(thrown.getClass().getName(), messageOf(thrown), bounded(trace.toString()), isFatal);
    }

    void writeTo(FrameWriter frame) {
        frame.text(className).text(message).text(trace);
    }

    /** A stack in the words of {@link Throwable#printStackTrace}. */
    static String trace(StackTraceElement[] frames) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(frames.length, MAX_FRAMES); i++) {
            text.append("\tat ").append(frames[i]).append('\n');
        }
        if (frames.length > MAX_FRAMES) {
            text.append("\t... ").append(frames.length - MAX_FRAMES).append(" more\n");
        }
        return text.toString();
    }

    static String bounded(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
    }

    private static String messageOf(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            return message == null ? "" : bounded(message);
        } catch (Throwable ofTheSubject) {
            return "(getMessage threw " + ofTheSubject.getClass().getName() + ")";
        }
    }

    private static Throwable causeOf(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable ofTheSubject) {
            return null;
        }
    }

    private static void appendFrames(Throwable thrown, StringBuilder trace) {
        try {
            trace.append(trace(thrown.getStackTrace()));
        } catch (Throwable ofTheSubject) {
            trace.append("\t(getStackTrace threw ").append(ofTheSubject.getClass().getName()).append(")\n");
        }
    }
}
