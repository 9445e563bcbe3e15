package targets.forms.monitor;

import io.reenact.serial.*;

/** A component that stands for state which cannot be serialized: the name instead of the connection. */
public class ServerMonitor {
    private final ServerConnection connection;

    @Deserializer
    public ServerMonitor(String serverName) { connection = new ServerConnection(serverName); } // reads: 1 (String serverName)

    @Serializer
    public String serializeMe() { return connection.getName(); } // writes: 1 (String serverName)
}

class ServerConnection { // refused: not declared
    private final String name;
    ServerConnection(String name) { this.name = name; }
    String getName() { return name; }
}
