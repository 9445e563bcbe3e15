package com.alipay.sofa.runtime.api.client;

import com.alipay.sofa.runtime.api.client.param.ReferenceParam;

public interface ReferenceClient {
    <T> T reference(ReferenceParam<T> param);
}
