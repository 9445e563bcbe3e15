package org.apache.kafka.clients.producer;

import java.util.concurrent.Future;

public interface Producer<K, V> {
    Future<?> send(ProducerRecord<K, V> record);
}
