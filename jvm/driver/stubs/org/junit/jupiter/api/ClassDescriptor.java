package org.junit.jupiter.api;

public interface ClassDescriptor {
    Class<?> getTestClass();
}
