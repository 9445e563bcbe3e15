// XML-RPC: the call goes out, the settings do not.
package targets.external.xmlrpcclients;

import java.util.List;
import org.apache.xmlrpc.client.XmlRpcClient;

class Pings {
    private final XmlRpcClient client = new XmlRpcClient();

    boolean ping(String url) { // point: external
        return "ok".equals(client.execute("weblogUpdates.ping", List.of(url)));
    }

    int threads() { // no point
        return client.getMaxThreads();
    }
}
