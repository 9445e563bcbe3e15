package org.apache.commons.lang3;

public class RandomUtils {
    public static int nextInt(int startInclusive, int endExclusive) {
        return startInclusive;
    }
}
