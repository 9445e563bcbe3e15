// Neither final nor ever written: first refinement of section 3.2.3.
package targets.internal.nevermodified;

import java.util.Map;

class Rates {
    static double vat = 0.19;
    static Map<String, Double> byCountry = Map.of("de", 0.19);
    static double discount = 0;

    static double gross(double net) { // no point
        return net * (1 + vat);
    }

    static double in(String country) { // no point
        return byCountry.getOrDefault(country, vat);
    }

    static double price(double net) { // point: internal
        return net - discount;
    }

    static void promote(double amount) { // no point
        discount = amount;
    }

    public static void main(String[] arguments) { // no point
        promote(1);
    }
}
