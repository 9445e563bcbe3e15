package org.apache.kafka.clients.producer;

public class ProducerRecord<K, V> {
    public ProducerRecord(String topic, K key, V value) {}
}
