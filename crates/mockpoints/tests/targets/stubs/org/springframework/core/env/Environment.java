package org.springframework.core.env;

public interface Environment extends PropertyResolver {}
