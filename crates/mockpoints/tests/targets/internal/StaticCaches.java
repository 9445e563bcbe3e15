// The classic cache in a static map: look up, or work out and keep.
package targets.internal.staticcaches;

import java.util.HashMap;
import java.util.Map;

class Primes {
    private static final Map<Integer, Boolean> KNOWN = new HashMap<>();

    static boolean isPrime(int number) { // point: internal
        Boolean known = KNOWN.get(number);
        if (known != null) {
            return known;
        }
        boolean prime = compute(number);
        KNOWN.put(number, prime);
        return prime;
    }

    private static boolean compute(int number) { // no point
        for (int divisor = 2; divisor < number; divisor++) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return true;
    }

    public static void main(String[] arguments) { // no point
        System.out.println(isPrime(arguments.length));
    }
}
