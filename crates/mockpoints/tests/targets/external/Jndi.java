// A directory of names.
package targets.external.jndi;

import javax.naming.InitialContext;
import javax.naming.NamingException;

class Sites {
    String region() throws NamingException { // point: external
        return (String) new InitialContext().lookup(name("region"));
    }

    String name(String entry) { // no point
        return "java:comp/env/" + entry;
    }
}
