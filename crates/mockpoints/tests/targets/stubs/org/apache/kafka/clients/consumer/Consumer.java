package org.apache.kafka.clients.consumer;

import java.time.Duration;
import java.util.Map;

public interface Consumer<K, V> {
    Map<K, V> poll(Duration timeout);

    void commitSync();
}
