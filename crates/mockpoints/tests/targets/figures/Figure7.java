// Figure 7 and its example 3.4: static fields. The modifiers must be called, or section 3.2.3 rules the fields out.
package targets.figures.figure7;

import java.util.HashMap;
import java.util.Map;

class AppClass {
    private static Integer counter = 0;
    private static Map<String, String> cache = new HashMap<>();

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
}

class Caller {
    public static void main(String[] arguments) { // no point
        AppClass.putValue("colour", "red");
        System.out.println(AppClass.getValue("colour") + AppClass.getCounter());
    }
}
