package org.springframework.web.client;

public abstract class RestTemplate implements RestOperations {
    public abstract void setErrorHandler(Object handler);
}
