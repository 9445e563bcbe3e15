// Out of a collection by an iterator, and by a queue's end.
package targets.system.iterators;

import java.util.ArrayDeque;
import java.util.Deque;

class Turnstile {
    long sum() { // point: system
        Deque<Long> passes = new ArrayDeque<>();
        passes.addLast(System.nanoTime());
        long sum = 0;
        for (Long pass : passes) {
            sum += pass;
        }
        return sum;
    }

    long drain(Deque<Long> waiting) { // no point
        Deque<Long> passes = new ArrayDeque<>();
        passes.addLast(System.nanoTime());
        long sum = 0;
        for (Long pass : waiting) {
            sum += pass;
        }
        System.out.println(passes.pollFirst());
        return sum;
    }
}
