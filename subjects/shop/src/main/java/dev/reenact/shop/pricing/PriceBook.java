package dev.reenact.shop.pricing;

import dev.reenact.shop.catalog.Product;
import dev.reenact.shop.catalog.Sku;
import dev.reenact.shop.common.Money;
import dev.reenact.shop.customer.Region;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Local prices, one book for the whole process.
 *
 * <p>List prices are in euro. A local price is looked up for every line of every quote and changes
 * only with the treasury's rates, so it is kept for a while.
 */
public final class PriceBook {

    /** The currency of list prices and of reports. */
    public static final Currency BASE = Currency.getInstance("EUR");

    private record Key(Sku sku, Region region) {}

    private record CachedPrice(Money listPrice, Money localPrice, long expiresAtMillis) {
        boolean isCurrent(Product product) {
            return System.currentTimeMillis() < expiresAtMillis && listPrice.equals(product.listPrice());
        }
    }

    private static final long KEEP_MILLIS = Long.getLong("shop.prices.keepMillis", 300_000L);
    private static final BigDecimal SWISS_STEP = new BigDecimal("0.05");

    private static final Map<Key, CachedPrice> CACHE = new ConcurrentHashMap<>();
    private static final AtomicLong LOOKUPS = new AtomicLong();
    private static final AtomicLong MISSES = new AtomicLong();
    private static final Map<Region, BigDecimal> RATES = new EnumMap<>(Region.class);

    static {
        RATES.put(Region.UNITED_KINGDOM, new BigDecimal("0.86"));
        RATES.put(Region.SWITZERLAND, new BigDecimal("0.94"));
    }

    private PriceBook() {}

    public static Money localPrice(Product product, Region region) {
        LOOKUPS.incrementAndGet();
        Key key = new Key(product.sku(), region);
        CachedPrice cached = CACHE.get(key);
        if (cached == null || !cached.isCurrent(product)) {
            MISSES.incrementAndGet();
            Money local = convert(product.listPrice(), region);
            cached = new CachedPrice(product.listPrice(), local, System.currentTimeMillis() + KEEP_MILLIS);
            CACHE.put(key, cached);
        }
        return cached.localPrice();
    }

    private static Money convert(Money listPrice, Region region) {
        BigDecimal exact = listPrice.amount().multiply(rate(region));
        if (region == Region.SWITZERLAND) {
            // There is no coin below five centimes.
            exact = exact.divide(SWISS_STEP, 0, RoundingMode.HALF_UP).multiply(SWISS_STEP);
        }
        return Money.of(exact, region.currency());
    }

    /** An amount of a region in the currency of reports. */
    public static Money toBase(Money local, Region region) {
        return Money.of(local.amount().divide(rate(region), 8, RoundingMode.HALF_EVEN), BASE);
    }

    private static BigDecimal rate(Region region) {
        synchronized (RATES) {
            return RATES.getOrDefault(region, BigDecimal.ONE);
        }
    }

    /** Sets the treasury's rate, in units of the region's currency for one euro. */
    public static void setRate(Region region, BigDecimal unitsPerEuro) {
        if (region.currency().equals(BASE)) {
            throw new IllegalArgumentException(region + " pays in euro");
        }
        synchronized (RATES) {
            RATES.put(region, unitsPerEuro);
        }
        CACHE.keySet().removeIf(key -> key.region() == region);
    }

    public static void clear() {
        CACHE.clear();
    }

    /** Share of the lookups that were answered from memory, within 0 and 1. */
    public static double hitRatio() {
        long lookups = LOOKUPS.get();
        return lookups == 0 ? 0 : 1 - (double) MISSES.get() / lookups;
    }
}
