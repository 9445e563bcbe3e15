package dev.reenact.shop.order;

import dev.reenact.shop.catalog.Sku;
import dev.reenact.shop.common.Money;
import dev.reenact.shop.customer.Customer;
import dev.reenact.shop.customer.LoyaltyAccount;
import dev.reenact.shop.customer.Region;
import dev.reenact.shop.pricing.Quote;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** A paid order and its way through the warehouse. */
public final class Order {

    /** An order was to be moved to a status that its present one does not lead to. */
    public static final class IllegalTransitionException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        IllegalTransitionException(String number, OrderStatus from, OrderStatus to) {
            super("order " + number + " cannot go from " + from + " to " + to);
        }
    }

    private final String number;
    private final String customerId;
    private final Region region;
    private final List<OrderLine> lines = new ArrayList<>();
    private final Money shipping;
    private final Money shippingTax;
    private final List<String> couponCodes;
    private final int pointsRedeemed;
    private final int pointsEarned;
    private final String paymentReference;
    private final Map<OrderStatus, Instant> history;
    private OrderStatus status;

    private Order(Builder builder) {
        this.number = builder.number;
        this.customerId = Objects.requireNonNull(builder.customerId, "customerId");
        this.region = Objects.requireNonNull(builder.region, "region");
        this.shipping = Objects.requireNonNull(builder.shipping, "shipping");
        this.shippingTax = Objects.requireNonNull(builder.shippingTax, "shippingTax");
        this.couponCodes = List.copyOf(builder.couponCodes);
        this.pointsRedeemed = builder.pointsRedeemed;
        this.pointsEarned = builder.pointsEarned;
        this.paymentReference = builder.paymentReference;
        this.history = new EnumMap<>(builder.history);
        this.status = Objects.requireNonNull(builder.status, "status");
        for (int i = 0; i < builder.items.size(); i++) {
            lines.add(new OrderLine(this, i + 1, builder.items.get(i), builder.backordered.get(i)));
        }
    }

    public static Builder builder(String number) {
        return new Builder(number);
    }

    /** A builder that holds all of this order, for copies. */
    public Builder toBuilder() {
        Builder builder = new Builder(number)
                .customer(customerId, region)
                .shipping(shipping, shippingTax)
                .coupons(couponCodes)
                .points(pointsRedeemed, pointsEarned)
                .paymentReference(paymentReference);
        lines.forEach(line -> builder.item(line.item(), line.backordered()));
        history.forEach(builder::event);
        builder.status = status;
        return builder;
    }

    public String number() {
        return number;
    }

    public String customerId() {
        return customerId;
    }

    public Region region() {
        return region;
    }

    public List<OrderLine> lines() {
        return Collections.unmodifiableList(lines);
    }

    public Money shipping() {
        return shipping;
    }

    public Money shippingTax() {
        return shippingTax;
    }

    public List<String> couponCodes() {
        return couponCodes;
    }

    public int pointsRedeemed() {
        return pointsRedeemed;
    }

    public int pointsEarned() {
        return pointsEarned;
    }

    /** Absent if points paid for everything. */
    public Optional<String> paymentReference() {
        return Optional.ofNullable(paymentReference);
    }

    public OrderStatus status() {
        return status;
    }

    public Map<OrderStatus, Instant> history() {
        return Collections.unmodifiableMap(history);
    }

    public Instant placedAt() {
        return Collections.min(history.values());
    }

    public Money goods() {
        return sum(OrderLine.Item::net);
    }

    public Money tax() {
        return sum(OrderLine.Item::tax).plus(shippingTax);
    }

    /** Returns the charged amount: the total, less what was paid with points. */
    public Money total() {
        Money gross = Money.sum(region.currency(), goods(), shipping, tax());
        return gross.minus(LoyaltyAccount.worth(pointsRedeemed, region.currency()));
    }

    /** Returns the refund of a customer who withdraws now: shipping is not refunded once it has taken place. */
    public Money refundable() {
        Money total = total();
        if (status != OrderStatus.SHIPPED) {
            return total;
        }
        Money spent = shipping.plus(shippingTax);
        return total.compareTo(spent) > 0 ? total.minus(spent) : Money.zero(region.currency());
    }

    private Money sum(Function<? super OrderLine.Item, Money> part) {
        return lines.stream().map(OrderLine::item).map(part).reduce(Money.zero(region.currency()), Money::plus);
    }

    /** Books units that arrived for this order; the order is complete with the last of them. */
    public void fill(Sku sku, int units, Instant when) {
        OrderLine line = lines.stream()
                .filter(each -> each.sku().equals(sku))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("order " + number + " has no " + sku));
        line.fill(units);
        if (lines.stream().allMatch(each -> each.backordered() == 0)) {
            become(OrderStatus.PAID, when);
        }
    }

    public void become(OrderStatus next, Instant when) {
        if (!status.canBecome(next)) {
            throw new IllegalTransitionException(number, status, next);
        }
        status = next;
        history.put(next, toStoredPrecision(when));
    }

    /** Databases keep microseconds; an order must not change by being stored. */
    private static Instant toStoredPrecision(Instant when) {
        return when.truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Order that && number.equals(that.number);
    }

    @Override
    public int hashCode() {
        return number.hashCode();
    }

    @Override
    public String toString() {
        return number + ' ' + status + ' ' + total();
    }

    /** Puts an order together, either a new one from a quote or a stored one from its parts. */
    public static final class Builder {
        private final String number;
        private String customerId;
        private Region region;
        private Money shipping;
        private Money shippingTax;
        private List<String> couponCodes = List.of();
        private int pointsRedeemed;
        private int pointsEarned;
        private String paymentReference;
        private OrderStatus status;
        private final Map<OrderStatus, Instant> history = new EnumMap<>(OrderStatus.class);
        private final List<OrderLine.Item> items = new ArrayList<>();
        private final List<Integer> backordered = new ArrayList<>();

        private Builder(String number) {
            this.number = Objects.requireNonNull(number, "number");
        }

        public Builder customer(Customer customer) {
            return customer(customer.id(), customer.region());
        }

        public Builder customer(String id, Region itsRegion) {
            this.customerId = id;
            this.region = itsRegion;
            return this;
        }

        /** Takes over lines, shipping and coupons; the function tells how many units are still to come. */
        public Builder quote(Quote quote, Function<Sku, Integer> missing) {
            quote.lines().forEach(line -> item(OrderLine.Item.of(line), missing.apply(line.product().sku())));
            return shipping(quote.shipping(), quote.shippingTax()).coupons(quote.promotions());
        }

        public Builder item(OrderLine.Item item, int unitsToCome) {
            items.add(item);
            backordered.add(unitsToCome);
            return this;
        }

        public Builder shipping(Money net, Money tax) {
            this.shipping = net;
            this.shippingTax = tax;
            return this;
        }

        public Builder coupons(List<String> codes) {
            this.couponCodes = codes;
            return this;
        }

        public Builder points(int redeemed, int earned) {
            this.pointsRedeemed = redeemed;
            this.pointsEarned = earned;
            return this;
        }

        public Builder paymentReference(String reference) {
            this.paymentReference = reference;
            return this;
        }

        /** Notes that the order reached a status; the last one noted is the present one. */
        public Builder event(OrderStatus reached, Instant when) {
            history.put(reached, toStoredPrecision(when));
            this.status = reached;
            return this;
        }

        public Order build() {
            if (items.isEmpty()) {
                throw new IllegalStateException("order " + number + " has no lines");
            }
            return new Order(this);
        }
    }
}
