// The JDK's old client. The connection itself cannot be recorded.
package targets.external.httpconnections;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;

class Probes {
    private HttpURLConnection open(String host) throws IOException { // no point
        return (HttpURLConnection) new URL("http://" + host + "/health").openConnection();
    }

    boolean isUp(String host) throws IOException { // point: external
        HttpURLConnection connection = open(host);
        connection.setRequestMethod("HEAD");
        return connection.getResponseCode() == 200;
    }

    String address(String host) { // no point
        return URI.create("http://" + host + "/health").getPath();
    }
}
