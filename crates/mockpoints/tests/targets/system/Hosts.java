// The machine's own name and address, with the exception that asking for it may end in.
package targets.system.hosts;

import java.net.InetAddress;
import java.net.UnknownHostException;

class Nodes {
    String name() { // point: system
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unknown) {
            return "localhost";
        }
    }

    String label(String name) { // no point
        try {
            System.out.println(InetAddress.getLocalHost().getHostAddress());
        } catch (UnknownHostException unknown) {
            System.out.println(unknown.getMessage());
        }
        return name.trim();
    }
}
