package com.github.benmanes.caffeine.cache;

public interface LoadingCache<K, V> {
    V get(K key);

    void invalidate(K key);
}
