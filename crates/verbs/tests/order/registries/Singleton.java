// A lazily created object with settings.
//- singleton/Settings.java
package singleton;

public final class Settings {
    private static Settings instance;

    private String mode = "safe";

    private Settings() {}

    public static Settings get() {
        if (instance == null) {
            instance = new Settings();
        }
        return instance;
    }

    public String mode() {
        return mode;
    }

    public void mode(String mode) {
        this.mode = mode;
    }

    static void reset() {
        instance = null;
    }
}
//- singleton/SettingsTest.java
package singleton;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class SettingsTest {
    @Test
    void changesTheMode() { // polluter
        Settings.get().mode("fast");
        assertEquals("fast", Settings.get().mode());
    }

    @Test
    void startsSafe() { // victim of SettingsTest#changesTheMode; state: singleton.Settings.instance.mode; fix: Settings.reset()
        assertEquals("safe", Settings.get().mode());
    }
}
