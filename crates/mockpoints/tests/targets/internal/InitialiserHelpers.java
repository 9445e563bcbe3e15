// A helper that only the static initialiser calls is part of it.
package targets.internal.initialiserhelpers;

import java.util.HashMap;
import java.util.Map;

class Units {
    private static final Map<String, Double> FACTORS = new HashMap<>();
    private static final Map<String, Double> OVERRIDES = new HashMap<>();

    static {
        load();
    }

    private static void load() { // no point
        FACTORS.put("kg", 1.0);
        FACTORS.put("g", 0.001);
    }

    static double factor(String unit) { // no point
        return FACTORS.get(unit);
    }

    static void override(String unit, double factor) { // no point
        OVERRIDES.put(unit, factor);
    }

    static Double overridden(String unit) { // point: internal
        return OVERRIDES.get(unit);
    }

    public static void main(String[] arguments) { // no point
        override("lb", 0.45);
    }
}
