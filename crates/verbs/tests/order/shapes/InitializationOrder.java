// A class copies a value of another when it is initialized.
//- initializationorder/Config.java
package initializationorder;

final class Config {
    static int level = 1;
}
//- initializationorder/Service.java
package initializationorder;

final class Service {
    static final int LEVEL = Config.level;
}
//- initializationorder/InitializationOrderTest.java
package initializationorder;

import static org.junit.Assert.*;

import org.junit.*;

public class InitializationOrderTest {
    @Test
    public void configures() { // victim of InitializationOrderTest#hasTheDefault; state: initializationorder.Service.LEVEL (not found); fix: none
        Config.level = 9;
        assertEquals(9, Service.LEVEL);
        Config.level = 1;
    }

    @Test
    public void hasTheDefault() { // victim of InitializationOrderTest#configures; state: initializationorder.Service.LEVEL (not found); fix: none
        assertEquals(1, Service.LEVEL);
    }
}
