package dev.reenact.bench;

import java.util.ArrayDeque;
import java.util.Deque;

/** The methods whose calls are recorded for {@link Storm}: they keep state, nest and throw. */
final class Stormed {

    private static final int REMEMBERED = 20;

    private final Deque<Object> recent = new ArrayDeque<>();

    /** How many calls this was. */
    int take(Object graph, int size) {
        remember(graph);
        try {
            return 3 + judge(size);
        } catch (IllegalStateException e) {
            return 3;
        }
    }

    private void remember(Object graph) {
        recent.addLast(graph);
        if (recent.size() > REMEMBERED) {
            recent.removeFirst();
        }
    }

    private int judge(int size) {
        if (size % 50 == 0) {
            throw new IllegalStateException("size " + size);
        }
        return size & 0;
    }
}
