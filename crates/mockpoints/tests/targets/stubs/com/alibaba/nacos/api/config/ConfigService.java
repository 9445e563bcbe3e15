package com.alibaba.nacos.api.config;

public interface ConfigService {
    String getConfig(String dataId, String group, long timeout);

    boolean publishConfig(String dataId, String group, String content);
}
