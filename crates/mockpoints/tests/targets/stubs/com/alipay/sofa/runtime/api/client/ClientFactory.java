package com.alipay.sofa.runtime.api.client;

public interface ClientFactory {
    <T> T getClient(Class<T> kind);
}
