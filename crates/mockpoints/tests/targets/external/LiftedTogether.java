// Two helpers that cannot be recorded, with one caller: it stands in for both.
package targets.external.liftedtogether;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URL;

class Mirrors {
    private InputStream open(String address) throws IOException { // no point
        return new URL(address).openStream();
    }

    private InputStream connect(String host) throws IOException { // no point
        return new Socket(host, 80).getInputStream();
    }

    int difference(String host, String address) throws IOException { // point: external
        return connect(host).read() - open(address).read();
    }

    int length(String host, String address) { // no point
        return host.length() - address.length();
    }
}
