package com.alipay.sofa.runtime.api.client.param;

public class ServiceParam {
    private Object instance;
    private Class<?> interfaceType;

    public void setInstance(Object instance) {
        this.instance = instance;
    }

    public void setInterfaceType(Class<?> interfaceType) {
        this.interfaceType = interfaceType;
    }
}
