package org.springframework.data.redis.core;

public interface RedisOperations<K, V> {
    ValueOperations<K, V> opsForValue();

    Boolean hasKey(K key);
}
