package com.google.common.collect;

import java.util.HashMap;
import java.util.Map;

public abstract class ImmutableMap<K, V> implements Map<K, V> {
    public static <K, V> Map<K, V> of(K key, V value) {
        return single(key, value);
    }

    static <K, V> Map<K, V> single(K key, V value) {
        CollectPreconditions.checkEntryNotNull(key, value);
        Map<K, V> map = new HashMap<>();
        map.put(key, value);
        return map;
    }
}
