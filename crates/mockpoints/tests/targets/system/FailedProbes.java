// Whether something can be had may be told by its failing alone: a handler that returns something of its own is an `else`.
// One that only logs, and continues where the code would have continued anyway, is not.
package targets.system.failedprobes;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.UnknownHostException;

class Hosts {
    boolean isKnown(String name) { // point: system
        try {
            InetAddress address = InetAddress.getByName(name);
            return true;
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    boolean isReadable(String file) throws IOException { // point: system
        try {
            new FileInputStream(file).close();
            return true;
        } catch (FileNotFoundException missing) {
            return false;
        }
    }

    String tell(String name) { // no point
        try {
            System.out.println(InetAddress.getByName(name));
        } catch (UnknownHostException unknown) {
            System.out.println(unknown.getMessage());
        }
        return name;
    }

    boolean isUrl(String text) { // no point
        try {
            URL url = new URL(text);
            return true;
        } catch (MalformedURLException malformed) {
            return false;
        }
    }

    boolean isNumber(String text) { // no point
        try {
            System.out.println(System.currentTimeMillis());
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException wrong) {
            return false;
        }
    }
}
