package org.hibernate;

public interface Session {
    <T> T get(Class<T> type, Object key);

    boolean isOpen();
}
