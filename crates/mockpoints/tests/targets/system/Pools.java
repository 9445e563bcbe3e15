// An object that was removed from a container is not in it any more: later changes to it do not change the container.
package targets.system.pools;

import java.util.ArrayDeque;
import java.util.Deque;

class Pool {
    private final Deque<StringBuilder> idle = new ArrayDeque<>();

    StringBuilder borrow() { // no point
        return idle.isEmpty() ? new StringBuilder() : idle.pop();
    }

    int size() { // no point
        return idle.size();
    }
}

class Stamps {
    String stamp(Pool pool) { // point: system
        return pool.borrow().append(System.nanoTime()).toString();
    }

    String label(Pool pool, String name) { // no point
        return pool.borrow().append(name).toString();
    }
}

class Board {
    private final Deque<StringBuilder> notes = new ArrayDeque<>();

    void stamp() { // no point
        notes.peek().append(System.nanoTime());
    }

    String top() { // point: system
        return notes.peek().toString();
    }
}
