package dev.reenact.shop.workload;

import dev.reenact.shop.checkout.CheckoutService.Outcome;
import dev.reenact.shop.checkout.CheckoutService.Placed;
import dev.reenact.shop.checkout.CheckoutService.Reason;
import dev.reenact.shop.checkout.CheckoutService.Rejected;
import dev.reenact.shop.common.Money;
import dev.reenact.shop.customer.Customer;
import dev.reenact.shop.customer.LegacyCustomerFile;
import dev.reenact.shop.customer.Region;
import dev.reenact.shop.order.Order;
import dev.reenact.shop.order.OrderLine;
import dev.reenact.shop.order.OrderRepository;
import dev.reenact.shop.order.OrderStatus;
import dev.reenact.shop.pricing.PriceBook;
import dev.reenact.shop.pricing.Quote;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The business of a run in a few lines. It adds up and sorts by what is sold and to whom, never by
 * order number or time, so that the same business gives the same text.
 */
final class SalesSummary {

    /** The counts of one region while it works. Regions count alone and are added up afterwards. */
    static final class Tally {
        private final int[] rejected = new int[Reason.values().length];
        private int placed;
        private int backordered;
        private int refusedCoupons;
        private int estimates;
        private long discountedEstimates;
        private int enquiries;
        private int unanswered;
        private int shipped;
        private int soldOut;

        void count(Outcome outcome) {
            if (outcome instanceof Placed success) {
                placed++;
                refusedCoupons += success.refusedCoupons().size();
                if (success.order().status() == OrderStatus.BACKORDERED) {
                    backordered++;
                }
            } else if (outcome instanceof Rejected failure) {
                rejected[failure.reason().ordinal()]++;
            }
        }

        void countEstimate(Quote quote) {
            estimates++;
            if (quote.savings().isPositive()) {
                discountedEstimates++;
            }
        }

        void countEnquiry(Optional<Order> answer) {
            enquiries++;
            if (answer.isEmpty()) {
                unanswered++;
            }
        }

        void countDay(int ordersShipped, int articlesSoldOut) {
            shipped += ordersShipped;
            soldOut += articlesSoldOut;
        }

        Tally plus(Tally other) {
            Tally sum = new Tally();
            Arrays.setAll(sum.rejected, i -> rejected[i] + other.rejected[i]);
            sum.placed = placed + other.placed;
            sum.backordered = backordered + other.backordered;
            sum.refusedCoupons = refusedCoupons + other.refusedCoupons;
            sum.estimates = estimates + other.estimates;
            sum.discountedEstimates = discountedEstimates + other.discountedEstimates;
            sum.enquiries = enquiries + other.enquiries;
            sum.unanswered = unanswered + other.unanswered;
            sum.shipped = shipped + other.shipped;
            sum.soldOut = soldOut + other.soldOut;
            return sum;
        }
    }

    private static final int TOP_CUSTOMERS = 5;

    private final Tally tally;
    private final OrderRepository orders;
    private final Map<OrderStatus, Integer> byStatus = new EnumMap<>(OrderStatus.class);
    private final Map<String, Money> byDepartment = new TreeMap<>();
    private final Map<String, Integer> units = new HashMap<>();
    private final Map<String, Money> byCustomer = new HashMap<>();

    private SalesSummary(Tally tally, OrderRepository orders) {
        this.tally = tally;
        this.orders = orders;
    }

    static SalesSummary of(Tally tally, OrderRepository orders) {
        SalesSummary summary = new SalesSummary(tally, orders);
        orders.forEach(summary::add);
        return summary;
    }

    private void add(Order order) {
        byStatus.merge(order.status(), 1, Integer::sum);
        if (!order.status().countsAsRevenue()) {
            return;
        }
        Region region = order.region();
        for (OrderLine line : order.lines()) {
            OrderLine.Item item = line.item();
            byDepartment.merge(item.department(), PriceBook.toBase(item.net(), region), Money::plus);
            units.merge(item.department(), item.quantity(), Integer::sum);
        }
        byCustomer.merge(order.customerId(), PriceBook.toBase(order.goods(), region), Money::plus);
    }

    /** The entries with the greatest values; among equals, those with the smallest keys. */
    static <K extends Comparable<? super K>, V extends Comparable<? super V>> List<Map.Entry<K, V>> top(
            Map<K, V> values, int limit) {
        Comparator<Map.Entry<K, V>> byValue = Map.Entry.comparingByValue(Comparator.reverseOrder());
        return values.entrySet().stream()
                .sorted(byValue.thenComparing(Map.Entry.comparingByKey()))
                .limit(limit)
                .toList();
    }

    String render(List<Customer> customers, SortedMap<String, Integer> couponUses, long invoiceLines) {
        StringBuilder text = new StringBuilder();
        line(text, "Orders     %d placed (%d with backorders), %d rejected",
                tally.placed, tally.backordered, Arrays.stream(tally.rejected).sum());
        line(text, "Rejected   %s", Arrays.stream(Reason.values())
                .map(reason -> reason.label() + ' ' + tally.rejected[reason.ordinal()])
                .collect(Collectors.joining(", ")));
        line(text, "Warehouse  %d shipped, %d cancelled, %d returned, %d open, %d times sold out",
                tally.shipped,
                orders(OrderStatus.CANCELLED),
                orders(OrderStatus.RETURNED),
                orders(OrderStatus.PAID) + orders(OrderStatus.BACKORDERED),
                tally.soldOut);
        line(text, "Service    %d estimates (%d with a discount), %d enquiries (%d in vain), %d lines of invoices",
                tally.estimates, tally.discountedEstimates, tally.enquiries, tally.unanswered, invoiceLines);
        line(text, "Coupons    %s%d refused", couponUses.entrySet().stream()
                .map(use -> use.getKey() + ' ' + use.getValue() + ", ")
                .collect(Collectors.joining()), tally.refusedCoupons);
        line(text, "Accounts   %d customers, %d points, checksum %08x",
                customers.size(),
                customers.stream().mapToInt(customer -> customer.loyalty().balance()).sum(),
                new LegacyCustomerFile().comparisonChecksum(customers));

        Money revenue = byDepartment.values().stream().reduce(Money.zero(PriceBook.BASE), Money::plus);
        line(text, "Revenue    %s", revenue);
        byDepartment.forEach((department, amount) ->
                line(text, "  %-32s %16s  %6d units", department, amount, units.get(department)));
        line(text, "Top customers");
        Map<String, Customer> byId =
                customers.stream().collect(Collectors.toMap(Customer::id, Function.identity()));
        top(byCustomer, TOP_CUSTOMERS).forEach(entry -> line(text, "  %-7s %-24s %16s  %6d orders",
                entry.getKey(),
                byId.get(entry.getKey()).name(),
                entry.getValue(),
                orders.findByCustomer(entry.getKey()).size()));
        return text.toString();
    }

    private int orders(OrderStatus status) {
        return byStatus.getOrDefault(status, 0);
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
