package org.springframework.kafka.core;

import java.util.concurrent.CompletableFuture;

public interface KafkaOperations<K, V> {
    CompletableFuture<?> send(String topic, K key, V value);
}
