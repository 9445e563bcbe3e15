package org.apache.xmlrpc.client;

import java.util.List;

public class XmlRpcClient {
    public native Object execute(String method, List<?> parameters);

    public native int getMaxThreads();
}
