// The authenticator of connections, which outlives a class loader.
//- defaultauthenticator/DefaultAuthenticatorTest.java
package defaultauthenticator;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
import java.net.Authenticator;

class DefaultAuthenticatorTest {
    @Test
    void authenticates() { // polluter
        Authenticator.setDefault(new Authenticator() {});
        assertNotNull(Authenticator.getDefault());
    }

    @Test
    void hasNone() { // victim of DefaultAuthenticatorTest#authenticates; state: java.net.Authenticator.theAuthenticator; fix: Authenticator.setDefault(null)
        assertNull(Authenticator.getDefault());
    }
}
