package org.springframework.security.core.context;

public interface SecurityContext {
    String getAuthentication();
}
