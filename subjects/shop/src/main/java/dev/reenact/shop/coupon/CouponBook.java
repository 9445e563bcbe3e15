package dev.reenact.shop.coupon;

import dev.reenact.shop.common.Money;
import dev.reenact.shop.customer.Customer;
import dev.reenact.shop.customer.Region;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** All coupons in circulation and how often they were used. */
public final class CouponBook {

    /** Why a coupon was not accepted. */
    public enum Refusal {
        UNKNOWN,
        NOT_ACTIVE,
        BELOW_MINIMUM,
        USED_UP,
        NOT_COMBINABLE
    }

    /** The result for the codes of one basket; accepted coupons count as used until they are released. */
    public record Selection(List<Coupon> accepted, Map<String, Refusal> refused) {
        public Selection {
            accepted = List.copyOf(accepted);
            refused = Collections.unmodifiableMap(new LinkedHashMap<>(refused));
        }
    }

    /** The uses of one coupon. */
    private static final class Ledger {
        final Map<String, Integer> byCustomer = new HashMap<>();
        final Map<Region, Integer> byRegion = new EnumMap<>(Region.class);

        void count(Customer customer, int change) {
            byCustomer.merge(customer.id(), change, Integer::sum);
            byRegion.merge(customer.region(), change, Integer::sum);
        }

        boolean isUsedUp(Coupon coupon, Customer customer) {
            return byCustomer.getOrDefault(customer.id(), 0) >= coupon.limitPerCustomer()
                    || byRegion.getOrDefault(customer.region(), 0) >= coupon.limitPerRegion();
        }
    }

    private final Map<String, Coupon> coupons = new HashMap<>();
    private final Map<String, Ledger> ledgers = new HashMap<>();

    public CouponBook(Coupon... coupons) {
        this(Arrays.asList(coupons));
    }

    public CouponBook(Collection<Coupon> coupons) {
        for (Coupon coupon : coupons) {
            this.coupons.put(coupon.code(), coupon);
            this.ledgers.put(coupon.code(), new Ledger());
        }
    }

    /**
     * Takes the codes in the order of entry: a code that does not go with one accepted before it is
     * refused, not the other way round. The accepted ones come back in the order of their effect.
     */
    public synchronized Selection redeem(Customer customer, Collection<String> codes, Money subtotal) {
        Instant now = Instant.now();
        List<Coupon> accepted = new ArrayList<>();
        Map<String, Refusal> refused = new LinkedHashMap<>();
        for (String code : codes) {
            Coupon coupon = coupons.get(code);
            Optional<Refusal> refusal = coupon == null
                    ? Optional.of(Refusal.UNKNOWN)
                    : check(coupon, customer, subtotal, accepted, now);
            refusal.ifPresentOrElse(reason -> refused.put(code, reason), () -> accepted.add(coupon));
        }
        accepted.sort(Coupon.ORDER_OF_EFFECT);
        accepted.forEach(coupon -> ledgers.get(coupon.code()).count(customer, 1));
        return new Selection(accepted, refused);
    }

    private Optional<Refusal> check(
            Coupon coupon, Customer customer, Money subtotal, List<Coupon> accepted, Instant now) {
        Refusal refusal = null;
        if (!coupon.isActive(now)) {
            refusal = Refusal.NOT_ACTIVE;
        } else if (subtotal.amount().compareTo(coupon.minimumSpend()) < 0) {
            refusal = Refusal.BELOW_MINIMUM;
        } else if (ledgers.get(coupon.code()).isUsedUp(coupon, customer)) {
            refusal = Refusal.USED_UP;
        } else if (!accepted.stream().allMatch(coupon::combinesWith)) {
            refusal = Refusal.NOT_COMBINABLE;
        }
        return Optional.ofNullable(refusal);
    }

    /** Makes the coupons of an order that came to nothing usable again. */
    public synchronized void release(Customer customer, Selection selection) {
        selection.accepted().forEach(coupon -> ledgers.get(coupon.code()).count(customer, -1));
    }

    /** The number of uses of every coupon that was used at all. */
    public synchronized SortedMap<String, Integer> uses() {
        SortedMap<String, Integer> uses = new TreeMap<>();
        ledgers.forEach((code, ledger) -> {
            int total = ledger.byRegion.values().stream().mapToInt(Integer::intValue).sum();
            if (total > 0) {
                uses.put(code, total);
            }
        });
        return uses;
    }
}
