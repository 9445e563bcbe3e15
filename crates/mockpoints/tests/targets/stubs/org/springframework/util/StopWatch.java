package org.springframework.util;

public class StopWatch {
    public void start() {
    }

    public void stop() {
    }

    public long getTotalTimeMillis() {
        return 0;
    }
}
