package dev.reenact.shop.pricing;

import dev.reenact.shop.common.Money;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/** A way to take something off the lines of an order. */
public sealed interface Discount
        permits Discount.Percentage,
                Discount.FixedAmount,
                Discount.EveryNthFree,
                Discount.VolumeBreaks,
                Discount.FreeShipping {

    /** One line as a discount sees it; {@code net} is what earlier discounts have left of it. */
    record Portion(Money unitPrice, int quantity, Money net) {}

    /** What to take off each of the portions, in their order and never more than their net. */
    List<Money> reductions(List<Portion> portions);

    /** Percentages go before fixed amounts, so that neither customer nor shop gains from the order of entry. */
    default int precedence() {
        return 10;
    }

    static Discount percent(String rate) {
        return new Percentage(new BigDecimal(rate));
    }

    static Discount amount(String amount) {
        return new FixedAmount(new BigDecimal(amount));
    }

    /** So many percent off every line. */
    record Percentage(BigDecimal rate) implements Discount {
        public Percentage {
            if (rate.signum() <= 0 || rate.compareTo(BigDecimal.valueOf(100)) > 0) {
                throw new IllegalArgumentException("a percentage is above 0 and at most 100, not " + rate);
            }
        }

        @Override
        public List<Money> reductions(List<Portion> portions) {
            return portions.stream().map(portion -> portion.net().percent(rate)).toList();
        }
    }

    /** An amount off the whole order, in whatever currency it is paid in, spread over its lines. */
    record FixedAmount(BigDecimal amount) implements Discount {
        public FixedAmount {
            if (amount.signum() <= 0) {
                throw new IllegalArgumentException("a discount is positive, not " + amount);
            }
        }

        @Override
        public List<Money> reductions(List<Portion> portions) {
            long[] weights = portions.stream().mapToLong(portion -> portion.net().minorUnits()).toArray();
            long total = Arrays.stream(weights).sum();
            if (total == 0) {
                return portions.stream().map(Portion::net).toList();
            }
            var currency = portions.get(0).net().currency();
            return Money.of(amount, currency).min(Money.ofMinor(total, currency)).allocate(weights);
        }

        @Override
        public int precedence() {
            return 20;
        }
    }

    /** Of every n pieces of an article, one is free. */
    record EveryNthFree(int n) implements Discount {
        public EveryNthFree {
            if (n < 2) {
                throw new IllegalArgumentException("n must be at least 2, not " + n);
            }
        }

        @Override
        public List<Money> reductions(List<Portion> portions) {
            return portions.stream()
                    .map(portion -> portion.unitPrice().times(portion.quantity() / n).min(portion.net()))
                    .toList();
        }
    }

    /** The more pieces of one article, the more percent off. */
    final class VolumeBreaks implements Discount {
        private final int[] quantities;
        private final double[] rates;

        /** The rate at an index applies from the quantity at that index on; quantities must rise. */
        public VolumeBreaks(int[] quantities, double[] rates) {
            if (quantities.length != rates.length) {
                throw new IllegalArgumentException(quantities.length + " quantities but " + rates.length + " rates");
            }
            for (int i = 1; i < quantities.length; i++) {
                if (quantities[i] <= quantities[i - 1]) {
                    throw new IllegalArgumentException("quantities must rise: " + Arrays.toString(quantities));
                }
            }
            this.quantities = quantities.clone();
            this.rates = rates.clone();
        }

        public double rateFor(int quantity) {
            int at = Arrays.binarySearch(quantities, quantity);
            int reached = at >= 0 ? at : -at - 2;
            return reached < 0 ? 0 : rates[reached];
        }

        @Override
        public List<Money> reductions(List<Portion> portions) {
            return portions.stream()
                    .map(portion -> portion.net().percent(BigDecimal.valueOf(rateFor(portion.quantity()))))
                    .toList();
        }
    }

    /** Leaves the goods alone; the pricing service waives the shipping. */
    record FreeShipping() implements Discount {
        @Override
        public List<Money> reductions(List<Portion> portions) {
            return portions.stream().map(portion -> Money.zero(portion.net().currency())).toList();
        }

        @Override
        public int precedence() {
            return 30;
        }
    }
}
