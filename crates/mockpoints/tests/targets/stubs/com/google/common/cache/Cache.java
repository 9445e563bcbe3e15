package com.google.common.cache;

public interface Cache<K, V> {
    V getIfPresent(Object key);

    void put(K key, V value);
}
