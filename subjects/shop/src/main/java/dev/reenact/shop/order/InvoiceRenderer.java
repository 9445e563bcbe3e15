package dev.reenact.shop.order;

import dev.reenact.shop.common.Money;
import dev.reenact.shop.customer.Address;
import dev.reenact.shop.customer.BusinessCustomer;
import dev.reenact.shop.customer.Customer;
import dev.reenact.shop.customer.LoyaltyAccount;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes invoices as plain text, for mail and for the archive. */
public final class InvoiceRenderer {

    private static final int DESCRIPTION_WIDTH = 30;
    private static final String RULE = "-".repeat(72);

    private final String sender;

    public InvoiceRenderer(String sender) {
        this.sender = sender;
    }

    public String render(Order order, Customer customer, String... notes) {
        StringBuilder text = new StringBuilder(1024);
        text.append("""
                %s

                %s
                %s

                Invoice for order %s of %s
                """.formatted(
                        sender,
                        customer.name(),
                        String.join("\n", addressLines(customer)),
                        order.number(),
                        LocalDate.ofInstant(order.placedAt(), ZoneOffset.UTC)));
        text.append(RULE).append('\n');
        for (OrderLine line : order.lines()) {
            text.append(renderLine(line)).append('\n');
        }
        text.append(RULE).append('\n');
        appendTotals(text, order);
        if (customer instanceof BusinessCustomer business && order.tax().isZero()) {
            text.append("Tax is due from the recipient, VAT id ").append(business.vatId()).append('\n');
        }
        for (String note : notes) {
            text.append("* ").append(note).append('\n');
        }
        return text.toString();
    }

    private static List<String> addressLines(Customer customer) {
        Address address = customer.address();
        return List.of(address.street(), address.postalCode() + ' ' + address.city(), address.region().isoCode());
    }

    static String renderLine(OrderLine line) {
        OrderLine.Item item = line.item();
        String description = item.description();
        if (description.length() > DESCRIPTION_WIDTH) {
            description = description.substring(0, DESCRIPTION_WIDTH - 1) + '\u2026';
        }
        String text = String.format(
                Locale.ROOT,
                "%3d  %-8s  %-" + DESCRIPTION_WIDTH + "s %4d %9s %10s",
                line.position(),
                item.sku(),
                description,
                item.quantity(),
                item.unitPrice().amount(),
                item.net().amount());
        return line.backordered() == 0 ? text : text + "\n     (" + line.backordered() + " to follow)";
    }

    private static void appendTotals(StringBuilder text, Order order) {
        record Total(String label, Money value) {}
        List<Total> totals = new ArrayList<>();
        totals.add(new Total("Goods", order.goods()));
        if (!order.shipping().isZero()) {
            totals.add(new Total("Shipping", order.shipping()));
        }
        totals.add(new Total("Tax", order.tax()));
        if (order.pointsRedeemed() > 0) {
            Money worth = LoyaltyAccount.worth(order.pointsRedeemed(), order.region().currency());
            totals.add(new Total("Paid with points", worth));
        }
        totals.add(new Total("Charged", order.total()));
        for (Total total : totals) {
            text.append(String.format(Locale.ROOT, "%-54s %17s\n", total.label(), total.value()));
        }
    }
}
