package org.springframework.util;

public class StopWatch {
    public void start() { // no point
    }

    public void stop() { // no point
    }

    public long getTotalTimeMillis() { // point: system
        return 0;
    }
}
