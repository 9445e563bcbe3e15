// The state-setter of a test needs a state-setter itself.
//- setterchain/SetterChainTest.java
package setterchain;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class SetterChainTest {
    static String user;
    static String session;

    @Test
    void registers() { // state-setter
        user = "ada";
    }

    @Test
    void logsIn() { // brittle, set by SetterChainTest#registers; state: setterchain.SetterChainTest.user; fix: user = "ada"
        session = user.toUpperCase();
    }

    @Test
    void works() { // brittle, set by SetterChainTest#registers and SetterChainTest#logsIn; state: setterchain.SetterChainTest.session; fix: session = "ADA"
        assertEquals("ADA", session);
    }
}
