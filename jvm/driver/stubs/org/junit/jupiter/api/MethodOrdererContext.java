package org.junit.jupiter.api;

import java.util.List;

public interface MethodOrdererContext {
    Class<?> getTestClass();
    List<? extends MethodDescriptor> getMethodDescriptors();
}
