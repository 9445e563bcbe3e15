// Values that the JVM reports about itself.
package targets.system.uptime;

import java.lang.management.ManagementFactory;

class Health {
    boolean isWarm() { // point: system
        return ManagementFactory.getRuntimeMXBean().getUptime() > 30_000;
    }

    boolean isBusy() { // point: system
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage() > 1;
    }

    boolean isAlive(int requests) { // no point
        System.out.println(ManagementFactory.getRuntimeMXBean().getUptime());
        return requests > 0;
    }
}
