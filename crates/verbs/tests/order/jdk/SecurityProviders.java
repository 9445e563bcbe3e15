// A security provider, which outlives a class loader.
//- securityproviders/SecurityProvidersTest.java
package securityproviders;

import static org.junit.Assert.*;

import org.junit.*;
import java.security.Provider;
import java.security.Security;

public class SecurityProvidersTest {
    @Test
    public void addsAProvider() { // polluter
        Security.addProvider(new Provider("Targets", 1.0, "none") {});
        assertNotNull(Security.getProvider("Targets"));
    }

    @Test
    public void hasNoProvider() { // victim of SecurityProvidersTest#addsAProvider; state: sun.security.jca.Providers.providerList; fix: Security.removeProvider("Targets")
        assertNull(Security.getProvider("Targets"));
    }
}
