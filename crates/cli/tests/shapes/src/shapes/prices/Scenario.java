package shapes.prices;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Objects;

/**
 * A part that the method does not look at is checked by who takes it: no price of zero will do, though the shelf, which
 * no test can make, need not be the recorded one.
 */
class Scenario {
    static void run() {
        Shelf shelf = Shelf.first().next().next();
        Article article = Article.named("Moka pot").price(Price.of(new BigDecimal("49.9"))).shelf(shelf).build();
        article.isLong(6);
        article.price().plus(Price.zero());
    }
}

class Price {
    private final BigDecimal amount;

    private Price(BigDecimal amount) {
        this.amount = amount;
    }

    static Price of(BigDecimal amount) {
        return new Price(amount.setScale(2, RoundingMode.HALF_EVEN));
    }

    static Price zero() {
        return new Price(BigDecimal.valueOf(0, Math.abs(-2)));
    }

    boolean isPositive() {
        return amount.signum() > 0;
    }

    public Price plus(Price other) {
        return new Price(amount.add(other.amount));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Price that && amount.equals(that.amount);
    }

    @Override
    public int hashCode() {
        return amount.hashCode();
    }
}

class Shelf {
    private final int number;

    private Shelf(int number) {
        this.number = number;
    }

    static Shelf first() {
        return new Shelf(1);
    }

    Shelf next() {
        return new Shelf(number * 31 % 17);
    }
}

class Article {
    private final String name;
    private final Price price;
    private final Shelf shelf;

    private Article(Builder builder) {
        this.name = builder.name;
        this.price = Objects.requireNonNull(builder.price);
        this.shelf = Objects.requireNonNull(builder.shelf);
    }

    static Builder named(String name) {
        return new Builder(name);
    }

    Price price() {
        return price;
    }

    public boolean isLong(int limit) {
        int length = name.length();
        return length > limit;
    }

    static class Builder {
        private final String name;
        private Price price;
        private Shelf shelf;

        private Builder(String name) {
            this.name = name;
        }

        Builder price(Price value) {
            if (!value.isPositive()) {
                throw new IllegalArgumentException("no price");
            }
            this.price = value;
            return this;
        }

        Builder shelf(Shelf value) {
            this.shelf = value;
            return this;
        }

        Article build() {
            return new Article(this);
        }
    }
}
