package org.slf4j;

public interface Logger {
    boolean isDebugEnabled();

    void debug(String format, Object... arguments);

    void info(String format, Object... arguments);
}
