package dev.reenact.shop.pricing;

import dev.reenact.shop.catalog.Product;
import dev.reenact.shop.common.Money;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** What a basket costs a customer at this moment. */
public record Quote(Currency currency, List<Line> lines, Money shipping, Money shippingTax, List<String> promotions) {

    /** One article; discount and tax are for the whole line. */
    public record Line(Product product, int quantity, Money unitPrice, Money discount, Money tax) {
        public Line {
            Objects.requireNonNull(product, "product");
            if (discount.compareTo(unitPrice.times(quantity)) > 0) {
                throw new IllegalArgumentException(product.sku() + ": discount " + discount + " exceeds the price");
            }
        }

        public Money net() {
            return unitPrice.times(quantity).minus(discount);
        }
    }

    public Quote {
        lines = List.copyOf(lines);
        promotions = List.copyOf(promotions);
    }

    public Money goods() {
        return sum(Line::net);
    }

    public Money savings() {
        return sum(Line::discount);
    }

    public Money tax() {
        return sum(Line::tax).plus(shippingTax);
    }

    public Money total() {
        return Money.sum(currency, goods(), shipping, tax());
    }

    private Money sum(Function<? super Line, Money> part) {
        return lines.stream().map(part).reduce(Money.zero(currency), Money::plus);
    }
}
