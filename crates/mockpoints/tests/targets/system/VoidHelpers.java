// A helper without a result that branches on what it is given takes another path in replay, so that its caller is a point.
// (The paper taints the result of such a call, and here there is none.)
package targets.system.voidhelpers;

import java.util.ArrayDeque;
import java.util.Deque;

class Outbox {
    private final Deque<String> waiting = new ArrayDeque<>();
    private final long nightly = 1000;

    void tick() { // point: system
        flushAfter(System.currentTimeMillis());
    }

    void peek() { // no point
        show(System.currentTimeMillis());
    }

    private void flushAfter(long time) { // no point
        if (time > nightly) {
            waiting.clear();
        }
    }

    private void show(long time) { // no point
        if (!waiting.isEmpty()) {
            System.out.println(waiting + " at " + time);
        }
    }
}
