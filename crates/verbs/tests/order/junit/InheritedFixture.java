// A class overrides the tear-down that it inherits and forgets to call it.
//- inheritedfixture/Sessions.java
package inheritedfixture;

final class Sessions {
    static String open;
}
//- inheritedfixture/CleanTestBase.java
package inheritedfixture;

import static org.junit.Assert.*;

import org.junit.*;

public abstract class CleanTestBase {
    @After
    public void tearDown() {
        Sessions.open = null;
    }
}
//- inheritedfixture/CarefulTest.java
package inheritedfixture;

import static org.junit.Assert.*;

import org.junit.*;

public class CarefulTest extends CleanTestBase {
    @Test
    public void opens() { // cleaner
        Sessions.open = "a";
    }
}
//- inheritedfixture/CarelessTest.java
package inheritedfixture;

import static org.junit.Assert.*;

import org.junit.*;

public class CarelessTest extends CleanTestBase {
    @Override
    public void tearDown() {
        // Without super.tearDown().
    }

    @Test
    public void opensToo() { // polluter
        Sessions.open = "b";
    }
}
//- inheritedfixture/SessionTest.java
package inheritedfixture;

import static org.junit.Assert.*;

import org.junit.*;

public class SessionTest {
    @Test
    public void hasNoSession() { // victim of CarelessTest#opensToo; state: inheritedfixture.Sessions.open; fix: Sessions.open = null
        assertNull(Sessions.open);
    }
}
