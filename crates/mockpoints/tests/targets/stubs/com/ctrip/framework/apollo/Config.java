package com.ctrip.framework.apollo;

public interface Config {
    String getProperty(String key, String defaultValue);

    Integer getIntProperty(String key, Integer defaultValue);
}
