// A check of what it is given puts nothing into it: neither the key of an entry nor the holder of a value carries the other.
package targets.system.preconditions;

import com.google.common.collect.ImmutableMap;
import java.util.Map;

enum Currency {
    EURO,
    DOLLAR;

    static Currency base() { // no point
        return DOLLAR;
    }
}

class Rates {
    Map<Currency, Long> now() { // point: system
        return ImmutableMap.of(Currency.EURO, System.currentTimeMillis());
    }

    Map<Currency, Long> fixed(long rate) { // no point
        return ImmutableMap.of(Currency.EURO, rate);
    }

    Currency first() { // no point
        return Currency.values()[0];
    }
}
