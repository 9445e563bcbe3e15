// Dubbo: what came with a call is in a context of the thread.
package targets.internal.callcontexts;

import org.apache.dubbo.rpc.RpcContext;

class Tenants {
    String tenant() { // point: internal
        return RpcContext.getServerAttachment().getAttachment("tenant");
    }

    void tag(String tag) { // no point
        RpcContext.getServerAttachment().setAttachment("tag", tag);
    }
}
