package dev.reenact.shop.common;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;

/**
 * An amount in one currency, always held at that currency's own number of decimals.
 *
 * <p>Arithmetic across currencies is refused; conversion is the business of the price book.
 */
public final class Money implements Comparable<Money> {

    /** Two amounts met that have no common currency. */
    public static final class CurrencyMismatchException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        CurrencyMismatchException(Currency left, Currency right) {
            super("cannot combine " + left + " with " + right);
        }
    }

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private final BigDecimal amount;
    private final Currency currency;

    private Money(BigDecimal amount, Currency currency) {
        this.amount = amount;
        this.currency = currency;
    }

    public static Money of(BigDecimal amount, Currency currency) {
        Objects.requireNonNull(currency, "currency");
        return new Money(amount.setScale(currency.getDefaultFractionDigits(), RoundingMode.HALF_EVEN), currency);
    }

    public static Money of(String amount, Currency currency) {
        return of(new BigDecimal(amount), currency);
    }

    public static Money ofMinor(long minorUnits, Currency currency) {
        return new Money(BigDecimal.valueOf(minorUnits, currency.getDefaultFractionDigits()), currency);
    }

    public static Money zero(Currency currency) {
        return ofMinor(0, currency);
    }

    /** The sum of the amounts; the currency is needed because there may be none. */
    public static Money sum(Currency currency, Money... amounts) {
        Money total = zero(currency);
        for (Money each : amounts) {
            total = total.plus(each);
        }
        return total;
    }

    public BigDecimal amount() {
        return amount;
    }

    public Currency currency() {
        return currency;
    }

    public long minorUnits() {
        return amount.unscaledValue().longValueExact();
    }

    public Money plus(Money other) {
        requireSameCurrency(other);
        return new Money(amount.add(other.amount), currency);
    }

    public Money minus(Money other) {
        requireSameCurrency(other);
        return new Money(amount.subtract(other.amount), currency);
    }

    public Money times(int factor) {
        return new Money(amount.multiply(BigDecimal.valueOf(factor)), currency);
    }

    /** The given percentage of this amount, rounded half to even. */
    public Money percent(BigDecimal rate) {
        return of(amount.multiply(rate).divide(HUNDRED), currency);
    }

    public Money min(Money other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /**
     * Splits this amount in proportion to the weights without losing a cent: what rounding leaves
     * over goes to the first shares, one minor unit each.
     */
    public List<Money> allocate(long... weights) {
        long totalWeight = LongStream.of(weights).sum();
        if (totalWeight <= 0) {
            throw new IllegalArgumentException("weights must have a positive sum, not " + totalWeight);
        }
        long minor = minorUnits();
        long[] shares = new long[weights.length];
        long left = minor;
        for (int i = 0; i < weights.length; i++) {
            shares[i] = Math.floorDiv(Math.multiplyExact(minor, weights[i]), totalWeight);
            left -= shares[i];
        }
        for (int i = 0; left > 0; i++) {
            if (weights[i] > 0) {
                shares[i]++;
                left--;
            }
        }
        List<Money> result = new ArrayList<>(shares.length);
        for (long share : shares) {
            result.add(ofMinor(share, currency));
        }
        return result;
    }

    public boolean isZero() {
        return amount.signum() == 0;
    }

    public boolean isPositive() {
        return amount.signum() > 0;
    }

    private void requireSameCurrency(Money other) {
        if (!currency.equals(other.currency)) {
            throw new CurrencyMismatchException(currency, other.currency);
        }
    }

    @Override
    public int compareTo(Money other) {
        requireSameCurrency(other);
        return amount.compareTo(other.amount);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Money that && amount.equals(that.amount) && currency.equals(that.currency);
    }

    @Override
    public int hashCode() {
        return 31 * amount.hashCode() + currency.hashCode();
    }

    @Override
    public String toString() {
        return amount.toPlainString() + ' ' + currency.getCurrencyCode();
    }
}
