// A plain socket.
package targets.external.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

class Clocks {
    int read(String host) throws IOException { // point: external
        try (Socket socket = new Socket(host, 37)) {
            return socket.getInputStream().read();
        }
    }

    String label(String host) { // no point
        return InetSocketAddress.createUnresolved(host, 37).toString();
    }
}
