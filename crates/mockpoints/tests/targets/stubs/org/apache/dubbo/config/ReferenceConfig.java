package org.apache.dubbo.config;

public class ReferenceConfig<T> {
    private Class<?> interfaceClass;

    public void setInterface(Class<?> interfaceClass) {
        this.interfaceClass = interfaceClass;
    }

    @SuppressWarnings("unchecked")
    public T get() {
        return (T) interfaceClass;
    }
}
