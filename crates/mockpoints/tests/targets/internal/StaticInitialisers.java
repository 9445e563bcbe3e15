// Written while the class is loaded only: a constant from then on.
package targets.internal.staticinitialisers;

import java.util.HashMap;
import java.util.Map;

class Codes {
    private static final Map<String, Integer> NUMBERS = new HashMap<>();
    private static String version;
    private static int lookups;

    static {
        NUMBERS.put("ok", 200);
        NUMBERS.put("missing", 404);
        version = "2";
    }

    static Integer number(String name) { // no point
        lookups++;
        return NUMBERS.get(name);
    }

    static String version() { // no point
        return version;
    }

    static int lookups() { // point: internal
        return lookups;
    }

    public static void main(String[] arguments) { // no point
        System.out.println(number("ok"));
    }
}
