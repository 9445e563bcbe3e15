package dev.reenact.shop.pricing;

import dev.reenact.shop.catalog.Product;
import dev.reenact.shop.catalog.Sku;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What a customer wants to buy, in the order in which it was put in. */
public final class Basket {

    private final Map<Product, Integer> quantities = new LinkedHashMap<>();
    private final Set<String> couponCodes = new LinkedHashSet<>();
    private boolean paysWithPoints;

    public Basket add(Product product, int quantity) {
        if (quantity < 1) {
            throw new IllegalArgumentException("cannot add " + quantity + " of " + product.sku());
        }
        quantities.merge(product, quantity, Integer::sum);
        return this;
    }

    public void remove(Product product) {
        quantities.remove(product);
    }

    public Basket enterCoupons(String... codes) {
        Arrays.stream(codes)
                .map(code -> code.strip().toUpperCase(Locale.ROOT))
                .filter(Predicate.not(String::isEmpty))
                .forEach(couponCodes::add);
        return this;
    }

    public Basket payWithPoints(boolean wanted) {
        this.paysWithPoints = wanted;
        return this;
    }

    public boolean isEmpty() {
        return quantities.isEmpty();
    }

    public Map<Product, Integer> quantities() {
        return Collections.unmodifiableMap(quantities);
    }

    public Map<Sku, Integer> quantitiesBySku() {
        Map<Sku, Integer> result = new LinkedHashMap<>();
        quantities.forEach((product, quantity) -> result.put(product.sku(), quantity));
        return result;
    }

    public Set<String> couponCodes() {
        return Collections.unmodifiableSet(couponCodes);
    }

    public boolean paysWithPoints() {
        return paysWithPoints;
    }
}
