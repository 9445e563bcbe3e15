package com.alipay.sofa.runtime.api.aware;

import com.alipay.sofa.runtime.api.client.ClientFactory;

public interface ClientFactoryAware {
    void setClientFactory(ClientFactory clientFactory);
}
