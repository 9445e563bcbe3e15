package org.springframework.data.redis.core;

public interface ValueOperations<K, V> {
    V get(Object key);

    void set(K key, V value);

    Long increment(K key);
}
