package org.apache.dubbo.config.spring;

public class ReferenceBean<T> {}
