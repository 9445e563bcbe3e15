package cn.hutool.core.util;

public class IdUtil {
    public static String simpleUUID() {
        return "";
    }
}
