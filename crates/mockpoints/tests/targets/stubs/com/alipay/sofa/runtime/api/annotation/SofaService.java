package com.alipay.sofa.runtime.api.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
public @interface SofaService {
    Class<?> interfaceType() default void.class;

    String uniqueId() default "";
}
