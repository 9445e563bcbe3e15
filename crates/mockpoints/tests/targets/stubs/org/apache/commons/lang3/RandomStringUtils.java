package org.apache.commons.lang3;

public class RandomStringUtils {
    public static String randomAlphanumeric(int count) {
        return "";
    }
}
