package org.springframework.cache;

public interface Cache {
    <T> T get(Object key, Class<T> type);

    void evict(Object key);
}
