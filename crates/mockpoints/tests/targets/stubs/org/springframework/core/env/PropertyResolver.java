package org.springframework.core.env;

public interface PropertyResolver {
    String getProperty(String key);
}
