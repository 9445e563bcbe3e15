package dev.reenact.shop.checkout;

import dev.reenact.shop.catalog.Product;
import dev.reenact.shop.catalog.Sku;
import dev.reenact.shop.common.Money;
import dev.reenact.shop.coupon.CouponBook;
import dev.reenact.shop.customer.Customer;
import dev.reenact.shop.customer.LoyaltyAccount.Redemption;
import dev.reenact.shop.customer.Region;
import dev.reenact.shop.inventory.Warehouse;
import dev.reenact.shop.inventory.Warehouse.OutOfStockException;
import dev.reenact.shop.inventory.Warehouse.Reservation;
import dev.reenact.shop.order.Order;
import dev.reenact.shop.order.OrderLine;
import dev.reenact.shop.order.OrderNumbers;
import dev.reenact.shop.order.OrderRepository;
import dev.reenact.shop.order.OrderRepository.DuplicateOrderException;
import dev.reenact.shop.order.OrderRepository.StorageException;
import dev.reenact.shop.order.OrderStatus;
import dev.reenact.shop.payment.PaymentClient;
import dev.reenact.shop.payment.PaymentClient.Receipt;
import dev.reenact.shop.payment.PaymentException;
import dev.reenact.shop.pricing.Basket;
import dev.reenact.shop.pricing.PricingService;
import dev.reenact.shop.pricing.Quote;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Takes orders, takes them back, and sees them off.
 *
 * <p>An order that fails half-way leaves nothing behind: stock, points and coupons go back to where
 * they were, and a charge that could not be booked is refunded.
 */
public final class CheckoutService {

    /** The result of a checkout. */
    public sealed interface Outcome permits Placed, Rejected {}

    /** The order, and the codes that did not count towards it. */
    public record Placed(Order order, Map<String, CouponBook.Refusal> refusedCoupons) implements Outcome {}

    public record Rejected(Reason reason, String detail) implements Outcome {}

    /** Why a basket did not become an order. */
    public enum Reason {
        EMPTY_BASKET("empty basket"),
        AGE_CHECK("age check"),
        OUT_OF_STOCK("out of stock"),
        PAYMENT_DECLINED("payment declined"),
        PAYMENT_UNAVAILABLE("payment unavailable");

        private final String label;

        Reason(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    private static final Duration RIGHT_OF_WITHDRAWAL = Duration.ofDays(14);
    private static final int MOST_NUMBERS_TRIED = 3;

    private final Clock clock;
    private final PricingService pricing;
    private final CouponBook coupons;
    private final PaymentClient payments;
    private final OrderRepository orders;
    private final OrderNumbers numbers;
    private final Map<Region, Warehouse> warehouses = new EnumMap<>(Region.class);

    public CheckoutService(
            Clock clock,
            PricingService pricing,
            CouponBook coupons,
            PaymentClient payments,
            OrderRepository orders,
            Collection<Warehouse> warehouses) {
        this.clock = clock;
        this.pricing = pricing;
        this.coupons = coupons;
        this.payments = payments;
        this.orders = orders;
        this.numbers = new OrderNumbers(clock);
        warehouses.forEach(warehouse -> this.warehouses.put(warehouse.region(), warehouse));
    }

    public Outcome place(Customer customer, Basket basket) {
        if (basket.isEmpty()) {
            return new Rejected(Reason.EMPTY_BASKET, "nothing to order");
        }
        Optional<Product> forbidden = basket.quantities().keySet().stream()
                .filter(product -> !customer.mayBuy(product))
                .findFirst();
        if (forbidden.isPresent()) {
            Product product = forbidden.get();
            String detail = product.sku() + " is sold from " + product.minimumAge() + " years on";
            return new Rejected(Reason.AGE_CHECK, detail);
        }

        CouponBook.Selection selection =
                coupons.redeem(customer, basket.couponCodes(), pricing.subtotal(customer, basket));
        boolean placed = false;
        try (Reservation reservation =
                warehouse(customer.region()).reserve(basket.quantitiesBySku(), customer.acceptsBackorders())) {
            Quote quote = pricing.quote(customer, basket, selection.accepted());
            Order order = settle(customer, basket, quote, reservation);
            reservation.commit(order.number());
            customer.loyalty().credit(order.pointsEarned());
            placed = true;
            return new Placed(order, selection.refused());
        } catch (OutOfStockException e) {
            return new Rejected(Reason.OUT_OF_STOCK, e.getMessage());
        } catch (PaymentException.Declined e) {
            return new Rejected(Reason.PAYMENT_DECLINED, e.code());
        } catch (PaymentException e) {
            return new Rejected(Reason.PAYMENT_UNAVAILABLE, e.getMessage());
        } finally {
            if (!placed) {
                coupons.release(customer, selection);
            }
        }
    }

    /** Takes the money and books the order. */
    private Order settle(Customer customer, Basket basket, Quote quote, Reservation reservation)
            throws PaymentException {
        Money nothing = Money.zero(quote.currency());
        Redemption points = customer.loyalty().redeemUpTo(basket.paysWithPoints() ? quote.total() : nothing);
        boolean booked = false;
        try {
            Money due = quote.total().minus(points.value(quote.currency()));
            Receipt receipt = due.isPositive()
                    ? payments.charge(PaymentClient.Request.of(customer.paymentToken(), due))
                    : null;
            Order order = bookOrRefund(customer, quote, reservation, points, receipt);
            booked = true;
            return order;
        } finally {
            if (!booked) {
                points.undo();
            }
        }
    }

    private Order bookOrRefund(
            Customer customer, Quote quote, Reservation reservation, Redemption points, Receipt receipt) {
        try {
            return book(customer, quote, reservation, points, receipt);
        } catch (StorageException e) {
            if (receipt != null) {
                try {
                    payments.refund(receipt.reference(), receipt.amount());
                } catch (PaymentException refundFailure) {
                    e.addSuppressed(refundFailure);
                }
            }
            throw e;
        }
    }

    private Order book(Customer customer, Quote quote, Reservation reservation, Redemption points, Receipt receipt) {
        OrderStatus status = reservation.isComplete() ? OrderStatus.PAID : OrderStatus.BACKORDERED;
        int earned = customer.loyalty().pointsFor(quote.goods());
        for (int attempt = 1; ; attempt++) {
            Order order = Order.builder(numbers.next())
                    .customer(customer)
                    .quote(quote, reservation::missing)
                    .points(points.points(), earned)
                    .paymentReference(receipt == null ? null : receipt.reference())
                    .event(status, clock.instant())
                    .build();
            try {
                orders.insert(order);
                return order;
            } catch (DuplicateOrderException e) {
                if (attempt == MOST_NUMBERS_TRIED) {
                    throw e;
                }
            }
        }
    }

    /** Returns the price of the basket without coupons; nothing is reserved or used up by asking. */
    public Quote estimate(Customer customer, Basket basket) {
        return pricing.quote(customer, basket, List.of());
    }

    /** The order that a customer names on the telephone; a number that cannot be one is not even looked for. */
    public Optional<Order> lookUp(String typedNumber) {
        String number = typedNumber.strip().toUpperCase(Locale.ROOT);
        return OrderNumbers.isWellFormed(number) ? orders.find(number) : Optional.empty();
    }

    /**
     * Cancels an order that has not left the warehouse, or takes it back while the customer has the
     * right to return it. Coupons stay used. Returns the refund, or nothing if it is too late.
     */
    public Optional<Money> withdraw(Customer customer, String orderNumber) throws PaymentException {
        Order order = orders.require(orderNumber);
        if (!order.customerId().equals(customer.id())) {
            throw new IllegalArgumentException("order " + orderNumber + " is not one of customer " + customer.id());
        }
        OrderStatus next = order.status() == OrderStatus.SHIPPED ? OrderStatus.RETURNED : OrderStatus.CANCELLED;
        boolean tooLate = clock.instant().isAfter(order.placedAt().plus(RIGHT_OF_WITHDRAWAL));
        if (tooLate || !order.status().canBecome(next)) {
            return Optional.empty();
        }

        Money refund = order.refundable();
        if (order.paymentReference().isPresent() && refund.isPositive()) {
            payments.refund(order.paymentReference().get(), refund);
        }
        order.become(next, clock.instant());
        orders.update(order);
        customer.loyalty().revoke(order.pointsEarned());
        customer.loyalty().giveBack(order.pointsRedeemed());

        Warehouse warehouse = warehouse(order.region());
        warehouse.dropBackorders(orderNumber);
        for (OrderLine line : order.lines()) {
            if (line.delivered() > 0) {
                fill(warehouse.receive(line.sku(), line.delivered()));
            }
        }
        return Optional.of(refund);
    }

    /** Hands the complete orders to the carrier and takes in the next delivery. Returns how many were shipped. */
    public int closeDay(Region region) {
        List<Order> complete = orders.findOpen(region, OrderStatus.PAID);
        for (Order order : complete) {
            order.become(OrderStatus.SHIPPED, clock.instant());
            orders.update(order);
        }
        fill(warehouse(region).closeDay());
        return complete.size();
    }

    private void fill(List<Warehouse.Backorder> kept) {
        for (Warehouse.Backorder backorder : kept) {
            Order order = orders.require(backorder.orderNumber());
            order.fill(backorder.sku(), backorder.quantity(), clock.instant());
            orders.update(order);
        }
    }

    /** The articles that a region can only promise. */
    public List<Sku> soldOut(Region region) {
        return warehouse(region).soldOut();
    }

    private Warehouse warehouse(Region region) {
        Warehouse warehouse = warehouses.get(region);
        if (warehouse == null) {
            throw new IllegalStateException("no warehouse in " + region);
        }
        return warehouse;
    }
}
