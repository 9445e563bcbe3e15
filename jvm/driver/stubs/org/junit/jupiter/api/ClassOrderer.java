package org.junit.jupiter.api;

public interface ClassOrderer {
    void orderClasses(ClassOrdererContext context);
}
