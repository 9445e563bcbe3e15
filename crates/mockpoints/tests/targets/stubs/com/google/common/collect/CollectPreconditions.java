package com.google.common.collect;

final class CollectPreconditions {
    static void checkEntryNotNull(Object key, Object value) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
    }
}
