// A test of JUnit 4 that is run with several parameters.
//- parameterized4/Level.java
package parameterized4;

final class Level {
    static int highest;
}
//- parameterized4/RaisingTest.java
package parameterized4;

import static org.junit.Assert.*;

import org.junit.*;
import java.util.Arrays;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class RaisingTest {
    @Parameterized.Parameters
    public static Iterable<Object[]> levels() {
        return Arrays.asList(new Object[][] {{1}, {2}, {3}});
    }

    private final int level;

    public RaisingTest(int level) {
        this.level = level;
    }

    @Test
    public void raises() { // polluter
        Level.highest = level;
        assertEquals(level, Level.highest);
    }
}
//- parameterized4/LevelTest.java
package parameterized4;

import static org.junit.Assert.*;

import org.junit.*;

public class LevelTest {
    @Test
    public void isLow() { // victim of RaisingTest#raises; state: parameterized4.Level.highest; fix: Level.highest = 0
        assertEquals(0, Level.highest);
    }
}
