package dev.reenact.shop.catalog;

import dev.reenact.shop.common.Money;
import java.util.Objects;

/** An article as it is offered. Two products are the same if their article numbers are. */
public final class Product {

    /** Which of a region's tax rates applies. */
    public enum TaxClass {
        STANDARD,
        REDUCED,
        EXEMPT
    }

    private final Sku sku;
    private final String name;
    private final Category category;
    private final Money listPrice;
    private final TaxClass taxClass;
    private final double weightKg;
    private final float rating;
    private final short warrantyMonths;
    private final byte minimumAge;
    private final char stockClass;
    private final boolean boundPrice;
    private final byte[] barcode;

    private Product(Builder builder) {
        this.sku = builder.sku;
        this.name = Objects.requireNonNull(builder.name, "name");
        this.category = Objects.requireNonNull(builder.category, "category");
        this.listPrice = Objects.requireNonNull(builder.listPrice, "listPrice");
        this.taxClass = builder.taxClass;
        this.weightKg = builder.weightKg;
        this.rating = builder.rating;
        this.warrantyMonths = builder.warrantyMonths;
        this.minimumAge = builder.minimumAge;
        this.stockClass = builder.stockClass;
        this.boundPrice = builder.boundPrice;
        this.barcode = inStoreBarcode(builder.sku);
    }

    public static Builder builder(Sku sku) {
        return new Builder(sku);
    }

    /**
     * An EAN-13 from the range that GS1 leaves to shops (first digit 2): two digits for each letter
     * of the article number, its serial, a filler and the check digit.
     */
    static byte[] inStoreBarcode(Sku sku) {
        byte[] digits = new byte[13];
        digits[0] = 2;
        int at = 1;
        for (char letter : sku.desk().toCharArray()) {
            int ordinal = letter - 'A';
            digits[at++] = (byte) (ordinal / 10);
            digits[at++] = (byte) (ordinal % 10);
        }
        int serial = sku.serial();
        for (int divisor = 1000; divisor > 0; divisor /= 10) {
            digits[at++] = (byte) (serial / divisor % 10);
        }
        int sum = 0;
        for (int i = 0; i < 12; i++) {
            sum += digits[i] * (i % 2 == 0 ? 1 : 3);
        }
        digits[12] = (byte) ((10 - sum % 10) % 10);
        return digits;
    }

    public Sku sku() {
        return sku;
    }

    public String name() {
        return name;
    }

    public Category category() {
        return category;
    }

    public Money listPrice() {
        return listPrice;
    }

    public TaxClass taxClass() {
        return taxClass;
    }

    public double weightKg() {
        return weightKg;
    }

    /** Mean of the customers' ratings, 0 where there is no rating yet. */
    public float rating() {
        return rating;
    }

    public short warrantyMonths() {
        return warrantyMonths;
    }

    public boolean isAgeRestricted() {
        return minimumAge > 0;
    }

    public byte minimumAge() {
        return minimumAge;
    }

    /** Class of the ABC analysis: A sells daily, C rarely. */
    public char stockClass() {
        return stockClass;
    }

    /** Whether the publisher fixes the price where the law lets it. */
    public boolean hasBoundPrice() {
        return boundPrice;
    }

    public byte[] barcode() {
        return barcode.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Product that && sku.equals(that.sku);
    }

    @Override
    public int hashCode() {
        return sku.hashCode();
    }

    @Override
    public String toString() {
        return sku + " " + name;
    }

    /** Collects what is known of an article; name, category and price are required. */
    public static final class Builder {
        private final Sku sku;
        private String name;
        private Category category;
        private Money listPrice;
        private TaxClass taxClass = TaxClass.STANDARD;
        private double weightKg;
        private float rating;
        private short warrantyMonths = 24;
        private byte minimumAge;
        private char stockClass = 'B';
        private boolean boundPrice;

        private Builder(Sku sku) {
            this.sku = Objects.requireNonNull(sku, "sku");
        }

        public Builder name(String value) {
            this.name = value;
            return this;
        }

        public Builder category(Category value) {
            this.category = value;
            return this;
        }

        public Builder listPrice(Money value) {
            if (!value.isPositive()) {
                throw new IllegalArgumentException(sku + ": list price must be positive, not " + value);
            }
            this.listPrice = value;
            return this;
        }

        public Builder taxClass(TaxClass value) {
            this.taxClass = value;
            return this;
        }

        public Builder weightKg(double value) {
            this.weightKg = value;
            return this;
        }

        public Builder rating(float value) {
            if (value < 0 || value > 5) {
                throw new IllegalArgumentException(sku + ": rating must be within 0 and 5, not " + value);
            }
            this.rating = value;
            return this;
        }

        public Builder warrantyMonths(int value) {
            this.warrantyMonths = (short) value;
            return this;
        }

        public Builder minimumAge(int value) {
            this.minimumAge = (byte) value;
            return this;
        }

        public Builder stockClass(char value) {
            if (value < 'A' || value > 'C') {
                throw new IllegalArgumentException(sku + ": stock class must be A, B or C, not " + value);
            }
            this.stockClass = value;
            return this;
        }

        public Builder boundPrice(boolean value) {
            this.boundPrice = value;
            return this;
        }

        public Product build() {
            return new Product(this);
        }
    }
}
