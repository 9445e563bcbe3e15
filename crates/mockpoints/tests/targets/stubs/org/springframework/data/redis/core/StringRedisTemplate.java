package org.springframework.data.redis.core;

public abstract class StringRedisTemplate implements RedisOperations<String, String> {}
