package figure7;

import java.util.HashMap;
import java.util.Map;

class AppClass {
    private static Integer counter = 0;
    private static Map<String, String> cache = new HashMap<>();
    private static Map<String, String> constants = new HashMap<>();
    private static Integer limit = 10;
    private static int unused = 0;
    static {
        constants.put("a", "b");
    }
    public static Integer getCounter() { // point: internal
        return counter;
    }
    public static String getValue(String key) { // point: internal
        ++counter;
        return cache.getOrDefault(key, "");
    }
    public static void putValue(String key, String value) { // no point
        cache.put(key, value);
    }
    public static String constant(String key) { // no point
        return constants.get(key);
    }
    public static Integer getLimit() { // no point
        return limit;
    }
    public static void setUnused(int value) { // no point
        unused = value;
    }
    public static int getUnused() { // no point
        return unused;
    }
}

class Main {
    public static void main(String[] args) {
        AppClass.putValue("a", "b");
        System.out.println(AppClass.getValue("a"));
    }
}
