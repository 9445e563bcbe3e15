package org.springframework.beans.factory.config;

public interface BeanPostProcessor {
    default Object postProcessAfterInitialization(Object bean, String name) {
        return bean;
    }
}
