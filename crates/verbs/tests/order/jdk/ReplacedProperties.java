// All system properties are replaced by fewer.
//- replacedproperties/ReplacedPropertiesTest.java
package replacedproperties;

import static org.junit.Assert.*;

import org.junit.*;
import java.util.Properties;

public class ReplacedPropertiesTest {
    @Test
    public void replaces() { // polluter
        Properties few = new Properties();
        few.setProperty("target.few", "1");
        System.setProperties(few);
        assertNull(System.getProperty("user.dir"));
    }

    @Test
    public void knowsItsDirectory() { // victim of ReplacedPropertiesTest#replaces; state: java.lang.System.props; fix: System.setProperties(savedProperties)
        assertNotNull(System.getProperty("user.dir"));
    }
}
