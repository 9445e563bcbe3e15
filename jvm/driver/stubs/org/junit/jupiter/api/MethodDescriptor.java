package org.junit.jupiter.api;

import java.lang.reflect.Method;

public interface MethodDescriptor {
    Method getMethod();
}
