package com.alipay.sofa.runtime.api.annotation;

public @interface SofaReferenceBinding {
    String bindingType() default "jvm";
}
