// A static factory that a test replaces.
//- swappedfactory/Client.java
package swappedfactory;

public class Client {
    public interface ConnectionFactory {
        ConnectionFactory DEFAULT = url -> "connected to " + url;

        String open(String url);
    }

    private static ConnectionFactory factory = ConnectionFactory.DEFAULT;

    public static void setConnectionFactory(ConnectionFactory connectionFactory) {
        factory = connectionFactory == null ? ConnectionFactory.DEFAULT : connectionFactory;
    }

    public static String get(String url) {
        return factory.open(url);
    }
}
//- swappedfactory/ClientTest.java
package swappedfactory;

import static org.junit.Assert.*;

import org.junit.*;

public class ClientTest {
    @Test
    public void usesACustomFactory() { // polluter
        Client.setConnectionFactory(url -> "nothing");
        assertEquals("nothing", Client.get("a"));
    }

    @Test
    public void connects() { // victim of ClientTest#usesACustomFactory; state: swappedfactory.Client.factory; fix: Client.setConnectionFactory(null)
        assertEquals("connected to a", Client.get("a"));
    }

    @Test
    public void connectsElsewhere() { // victim of ClientTest#usesACustomFactory; state: swappedfactory.Client.factory; fix: Client.setConnectionFactory(null)
        assertEquals("connected to b", Client.get("b"));
    }

    @Test
    public void resetsTheFactory() { // cleaner
        Client.setConnectionFactory(null);
        assertEquals("connected to c", Client.get("c"));
    }
}
