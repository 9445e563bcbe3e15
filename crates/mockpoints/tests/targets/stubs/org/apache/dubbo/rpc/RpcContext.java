package org.apache.dubbo.rpc;

public class RpcContext {
    public static RpcContext getServerAttachment() {
        return new RpcContext();
    }

    public String getAttachment(String key) {
        return key;
    }

    public RpcContext setAttachment(String key, String value) {
        return this;
    }
}
