package dev.reenact.shop.customer;

import java.util.Arrays;
import java.util.Currency;
import java.util.Optional;
import java.util.regex.Pattern;

/** The countries that the shop delivers to. Each has its own warehouse. */
public enum Region {
    GERMANY("DE", "EUR", "\\d{5}", true),
    FRANCE("FR", "EUR", "\\d{5}", true),
    NETHERLANDS("NL", "EUR", "\\d{4} ?[A-Z]{2}", true),
    UNITED_KINGDOM("GB", "GBP", "[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}", false),
    SWITZERLAND("CH", "CHF", "\\d{4}", false);

    private final String isoCode;
    private final Currency currency;
    private final Pattern postalCode;
    private final boolean bindsBookPrices;

    Region(String isoCode, String currencyCode, String postalCode, boolean bindsBookPrices) {
        this.isoCode = isoCode;
        this.currency = Currency.getInstance(currencyCode);
        this.postalCode = Pattern.compile(postalCode);
        this.bindsBookPrices = bindsBookPrices;
    }

    public static Optional<Region> ofIsoCode(String code) {
        return Arrays.stream(values()).filter(region -> region.isoCode.equalsIgnoreCase(code)).findFirst();
    }

    public String isoCode() {
        return isoCode;
    }

    public Currency currency() {
        return currency;
    }

    public boolean acceptsPostalCode(String code) {
        return postalCode.matcher(code).matches();
    }

    /** Whether the law forbids discounts on books. */
    public boolean bindsBookPrices() {
        return bindsBookPrices;
    }
}
