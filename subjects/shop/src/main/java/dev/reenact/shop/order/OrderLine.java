package dev.reenact.shop.order;

import dev.reenact.shop.catalog.Sku;
import dev.reenact.shop.common.Money;
import dev.reenact.shop.pricing.Quote;
import java.util.Objects;

/** One article of an order. Lines are created by their order and know it. */
public final class OrderLine {

    /** The product as it was when it was bought: later changes of the catalogue must not reach old orders. */
    public record Item(
            Sku sku, String description, String department, int quantity, Money unitPrice, Money discount, Money tax) {

        public Item {
            Objects.requireNonNull(sku, "sku");
            if (quantity < 1) {
                throw new IllegalArgumentException(sku + ": quantity must be positive, not " + quantity);
            }
        }

        static Item of(Quote.Line line) {
            return new Item(
                    line.product().sku(),
                    line.product().name(),
                    line.product().category().department().name(),
                    line.quantity(),
                    line.unitPrice(),
                    line.discount(),
                    line.tax());
        }

        public Money net() {
            return unitPrice.times(quantity).minus(discount);
        }
    }

    private final Order order;
    private final short position;
    private final Item item;
    private int backordered;

    OrderLine(Order order, int position, Item item, int backordered) {
        this.order = order;
        this.position = (short) position;
        this.item = item;
        this.backordered = backordered;
    }

    public Order order() {
        return order;
    }

    public short position() {
        return position;
    }

    public Item item() {
        return item;
    }

    public Sku sku() {
        return item.sku();
    }

    /** Units still to come. */
    public int backordered() {
        return backordered;
    }

    public int delivered() {
        return item.quantity() - backordered;
    }

    void fill(int units) {
        if (units > backordered) {
            throw new IllegalArgumentException(
                    order.number() + '/' + position + ": " + units + " units arrived for " + backordered);
        }
        backordered -= units;
    }

    @Override
    public String toString() {
        return order.number() + '/' + position + ' ' + item.quantity() + " x " + item.sku();
    }
}
