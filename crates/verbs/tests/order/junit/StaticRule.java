// A rule of JUnit 4 with state.
//- staticrule/StaticRuleTest.java
package staticrule;

import static org.junit.Assert.*;

import org.junit.*;
import org.junit.rules.ExternalResource;

public class StaticRuleTest {
    static int open;

    @Rule
    public final ExternalResource resource = new ExternalResource() {
        @Override
        protected void before() {
            open++;
        }
    };

    @Test
    public void usesIt() { // polluter
        assertTrue(open > 0);
    }

    @Test
    public void isAlone() { // victim of StaticRuleTest#usesIt; also self-polluting; state: staticrule.StaticRuleTest.open; fix: open = 0
        assertEquals(1, open);
    }
}
