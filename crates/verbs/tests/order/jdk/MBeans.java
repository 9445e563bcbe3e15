// A name can be registered once with the platform's server, which outlives a class loader.
//- mbeans/MeterMBean.java
package mbeans;

public interface MeterMBean {
    int getValue();
}
//- mbeans/Meter.java
package mbeans;

public class Meter implements MeterMBean {
    @Override
    public int getValue() {
        return 1;
    }
}
//- mbeans/Meters.java
package mbeans;

import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

final class Meters {
    static void export() throws Exception {
        ManagementFactory.getPlatformMBeanServer().registerMBean(new Meter(), new ObjectName("targets:type=Meter"));
    }

    static void withdraw() throws Exception {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName("targets:type=Meter"));
    }
}
//- mbeans/MBeansTest.java
package mbeans;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class MBeansTest {
    @Test
    void exports() throws Exception { // victim of MBeansTest#exportsAgain; also self-polluting; state: java.lang.management.ManagementFactory (not found); fix: Meters.withdraw()
        Meters.export();
    }

    @Test
    void exportsAgain() throws Exception { // victim of MBeansTest#exports; also self-polluting; state: java.lang.management.ManagementFactory (not found); fix: Meters.withdraw()
        Meters.export();
    }
}
