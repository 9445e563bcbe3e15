// Plain sockets: one that connects, and one that finds out whether a port is taken.
package targets.external.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

class Clocks {
    int read(String host) throws IOException { // point: external
        try (Socket socket = new Socket(host, 37)) {
            return socket.getInputStream().read();
        }
    }

    boolean isFree(int port) { // point: external
        try (ServerSocket socket = new ServerSocket(port)) {
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    String label(String host) { // no point
        return InetSocketAddress.createUnresolved(host, 37).toString();
    }
}
