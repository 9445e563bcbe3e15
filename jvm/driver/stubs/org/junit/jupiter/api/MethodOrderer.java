package org.junit.jupiter.api;

public interface MethodOrderer {
    void orderMethods(MethodOrdererContext context);
}
