package reenact.driver;

import reenact.driver.junit.JUnit4Engine;
import reenact.driver.junit.PlatformEngine;

/** The generations of JUnit that are on the class path. Made under the loader that tests are run with. */
final class Engines {
    private static final boolean HAS_JUNIT4 = isThere("org.junit.runner.JUnitCore");
    private static final boolean HAS_PLATFORM = isThere("org.junit.platform.launcher.Launcher");

    private Engine junit4;
    private Engine platform;

    /** The one that runs a test, or null if it is not there. */
    Engine of(Test test) {
        // Classes that neither claims are left to the newer: engines of other makers are found there.
        return test.isJUnit4() || !HAS_PLATFORM ? junit4() : platform();
    }

    Engine junit4() {
        if (junit4 == null && HAS_JUNIT4) {
            junit4 = new JUnit4Engine();
        }
        return junit4;
    }

    Engine platform() {
        if (platform == null && HAS_PLATFORM) {
            platform = new PlatformEngine();
        }
        return platform;
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, ClassLoader.getSystemClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError isMissing) {
            return false;
        }
    }
}
