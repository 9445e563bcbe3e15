// What a test does not take from a queue.
//- queues/Tasks.java
package queues;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

final class Tasks {
    static final Queue<String> QUEUE = new ConcurrentLinkedQueue<>();
}
//- queues/QueuesTest.java
package queues;

import static org.junit.Assert.*;

import org.junit.*;

public class QueuesTest {
    @Test
    public void offers() { // polluter
        Tasks.QUEUE.add("clean");
        assertFalse(Tasks.QUEUE.isEmpty());
    }

    @Test
    public void drains() { // cleaner
        while (Tasks.QUEUE.poll() != null) {}
        assertNull(Tasks.QUEUE.peek());
    }

    @Test
    public void hasNoTask() { // victim of QueuesTest#offers; state: queues.Tasks.QUEUE; fix: while (Tasks.QUEUE.poll() != null) {}
        assertNull(Tasks.QUEUE.peek());
    }
}
