// A cache that keeps what a test computed with other rates.
//- stalecache/Prices.java
package stalecache;

import java.util.HashMap;
import java.util.Map;

public final class Prices {
    private static final Map<String, Integer> CACHE = new HashMap<>();

    public static int of(String item, int rate) {
        return CACHE.computeIfAbsent(item, name -> name.length() * rate);
    }

    public static void evict(String item) {
        CACHE.remove(item);
    }
}
//- stalecache/DearTest.java
package stalecache;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class DearTest {
    @Test
    void computesWithAHighRate() { // victim of CheapTest#computesWithALowRate; state: stalecache.Prices.CACHE; fix: Prices.evict("tea")
        assertEquals(30, Prices.of("tea", 10));
    }
}
//- stalecache/CheapTest.java
package stalecache;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class CheapTest {
    @Test
    void computesWithALowRate() { // victim of DearTest#computesWithAHighRate; state: stalecache.Prices.CACHE; fix: Prices.evict("tea")
        assertEquals(3, Prices.of("tea", 1));
    }
}
