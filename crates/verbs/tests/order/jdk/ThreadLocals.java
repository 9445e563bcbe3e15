// A thread-local that a test leaves set.
//- threadlocals/Session.java
package threadlocals;

final class Session {
    static final ThreadLocal<String> USER = new ThreadLocal<>();

    static String user() {
        return USER.get() == null ? "anonymous" : USER.get();
    }
}
//- threadlocals/ThreadLocalsTest.java
package threadlocals;

import static org.junit.Assert.*;

import org.junit.*;

public class ThreadLocalsTest {
    @Test
    public void logsIn() { // polluter
        Session.USER.set("root");
        assertEquals("root", Session.user());
    }

    @Test
    public void isAnonymous() { // victim of ThreadLocalsTest#logsIn; state: the thread's threadLocals; fix: Session.USER.remove()
        assertEquals("anonymous", Session.user());
    }
}
