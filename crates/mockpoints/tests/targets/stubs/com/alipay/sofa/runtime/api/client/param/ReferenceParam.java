package com.alipay.sofa.runtime.api.client.param;

public class ReferenceParam<T> {
    private Class<T> interfaceType;

    public void setInterfaceType(Class<T> interfaceType) {
        this.interfaceType = interfaceType;
    }
}
