// A constant of an enum that has a field.
//- enumstate/Feature.java
package enumstate;

enum Feature {
    EXPORT, IMPORT;

    private boolean enabled = true;

    boolean isEnabled() {
        return enabled;
    }

    void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }
}
//- enumstate/EnumStateTest.java
package enumstate;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class EnumStateTest {
    @Test
    void disables() { // polluter
        Feature.EXPORT.setEnabled(false);
        assertFalse(Feature.EXPORT.isEnabled());
    }

    @Test
    void exports() { // victim of EnumStateTest#disables; state: enumstate.Feature.EXPORT.enabled; fix: Feature.EXPORT.setEnabled(true)
        assertTrue(Feature.EXPORT.isEnabled());
    }
}
