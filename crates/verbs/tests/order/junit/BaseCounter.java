// A counter in the class that tests extend.
//- basecounter/BaseTestCounter.java
package basecounter;

import static org.junit.Assert.*;

import org.junit.*;

public abstract class BaseTestCounter {
    protected static int created;

    @Before
    public void create() {
        created++;
    }
}
//- basecounter/FirstTest.java
package basecounter;

import static org.junit.Assert.*;

import org.junit.*;

public class FirstTest extends BaseTestCounter {
    @Test
    public void createsTheFirst() { // victim of SecondTest#createsAnother; also self-polluting; state: basecounter.BaseTestCounter.created; fix: created = 0 (not found)
        assertEquals(1, created);
    }
}
//- basecounter/SecondTest.java
package basecounter;

import static org.junit.Assert.*;

import org.junit.*;

public class SecondTest extends BaseTestCounter {
    @Test
    public void createsAnother() { // polluter
        assertTrue(created > 0);
    }
}
