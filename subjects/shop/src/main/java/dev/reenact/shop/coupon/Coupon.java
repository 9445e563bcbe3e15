package dev.reenact.shop.coupon;

import dev.reenact.shop.catalog.Category;
import dev.reenact.shop.catalog.Product;
import dev.reenact.shop.pricing.Discount;
import dev.reenact.shop.pricing.PricingService.Promotion;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** The terms of a coupon. How often it was used is kept by the {@link CouponBook}. */
public final class Coupon implements Promotion {

    /** The order in which coupons of one basket take effect. */
    static final Comparator<Coupon> ORDER_OF_EFFECT =
            Comparator.<Coupon>comparingInt(coupon -> coupon.discount.precedence()).thenComparing(Coupon::code);

    private final String code;
    private final Discount discount;
    private final Instant validFrom;
    private final Instant validUntil;
    private final BigDecimal minimumSpend;
    private final boolean stackable;
    private final Set<String> excludedCodes;
    private final BitSet coveredCategories;
    private final BitSet excludedCategories;
    private final int limitPerCustomer;
    private final int limitPerRegion;

    private Coupon(Builder builder) {
        this.code = builder.code;
        this.discount = builder.discount;
        this.validFrom = builder.validFrom;
        this.validUntil = builder.validUntil;
        this.minimumSpend = builder.minimumSpend;
        this.stackable = builder.stackable;
        this.excludedCodes = Collections.unmodifiableSet(new LinkedHashSet<>(builder.excludedCodes));
        this.coveredCategories = (BitSet) builder.coveredCategories.clone();
        this.excludedCategories = (BitSet) builder.excludedCategories.clone();
        this.limitPerCustomer = builder.limitPerCustomer;
        this.limitPerRegion = builder.limitPerRegion;
    }

    public static Builder builder(String code, Discount discount) {
        return new Builder(code, discount);
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public Discount discount() {
        return discount;
    }

    /** In the currency of the customer, whichever that is. */
    public BigDecimal minimumSpend() {
        return minimumSpend;
    }

    public int limitPerCustomer() {
        return limitPerCustomer;
    }

    /** The marketing budget is given by region, and so is the number of uses. */
    public int limitPerRegion() {
        return limitPerRegion;
    }

    public boolean isActive(Instant when) {
        return !when.isBefore(validFrom) && when.isBefore(validUntil);
    }

    @Override
    public boolean covers(Product product) {
        int category = product.category().index();
        return (coveredCategories.isEmpty() || coveredCategories.get(category)) && !excludedCategories.get(category);
    }

    /** Whether both may be used in one order; the rule is symmetric even if only one of them states it. */
    public boolean combinesWith(Coupon other) {
        return stackable
                && other.stackable
                && !excludedCodes.contains(other.code)
                && !other.excludedCodes.contains(code);
    }

    @Override
    public String toString() {
        return code;
    }

    /** Terms in the making. Without further calls a coupon is always valid, unlimited and stackable. */
    public static final class Builder {
        private final String code;
        private final Discount discount;
        private Instant validFrom = Instant.MIN;
        private Instant validUntil = Instant.MAX;
        private BigDecimal minimumSpend = BigDecimal.ZERO;
        private boolean stackable = true;
        private final Set<String> excludedCodes = new LinkedHashSet<>();
        private final BitSet coveredCategories = new BitSet();
        private final BitSet excludedCategories = new BitSet();
        private int limitPerCustomer = Integer.MAX_VALUE;
        private int limitPerRegion = Integer.MAX_VALUE;

        private Builder(String code, Discount discount) {
            this.code = code.toUpperCase(Locale.ROOT);
            this.discount = Objects.requireNonNull(discount, "discount");
        }

        public Builder valid(Instant from, Instant until) {
            if (!from.isBefore(until)) {
                throw new IllegalArgumentException(code + ": valid from " + from + " but until " + until);
            }
            this.validFrom = from;
            this.validUntil = until;
            return this;
        }

        public Builder minimumSpend(String amount) {
            this.minimumSpend = new BigDecimal(amount);
            return this;
        }

        public Builder standsAlone() {
            this.stackable = false;
            return this;
        }

        public Builder notWith(String... codes) {
            for (String each : codes) {
                excludedCodes.add(each.toUpperCase(Locale.ROOT));
            }
            return this;
        }

        /** Limits the coupon to the category and all below it; further calls add further categories. */
        public Builder on(Category category) {
            category.forEach(each -> coveredCategories.set(each.index()));
            return this;
        }

        public Builder notOn(Category category) {
            category.forEach(each -> excludedCategories.set(each.index()));
            return this;
        }

        public Builder limits(int perCustomer, int perRegion) {
            this.limitPerCustomer = perCustomer;
            this.limitPerRegion = perRegion;
            return this;
        }

        public Coupon build() {
            return new Coupon(this);
        }
    }
}
