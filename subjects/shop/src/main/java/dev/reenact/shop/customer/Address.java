package dev.reenact.shop.customer;

import java.util.Locale;
import java.util.Objects;

/** Where a parcel goes. */
public record Address(String street, String postalCode, String city, Region region) {

    public Address {
        Objects.requireNonNull(region, "region");
        street = required(street, "street");
        city = required(city, "city");
        postalCode = required(postalCode, "postal code").toUpperCase(Locale.ROOT);
        if (!region.acceptsPostalCode(postalCode)) {
            throw new IllegalArgumentException("'" + postalCode + "' is not a postal code of " + region.isoCode());
        }
    }

    private static String required(String value, String what) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(what + " is missing");
        }
        return value.strip();
    }

    /** Places that carriers reach only by ferry or cable car, for a surcharge. */
    public boolean isRemote() {
        return switch (region) {
            case GERMANY -> postalCode.startsWith("25849") || postalCode.startsWith("26465");
            case FRANCE -> postalCode.startsWith("20");
            case NETHERLANDS -> postalCode.startsWith("179") || postalCode.startsWith("888");
            case UNITED_KINGDOM -> postalCode.startsWith("HS") || postalCode.startsWith("ZE");
            case SWITZERLAND -> postalCode.startsWith("3920") || postalCode.startsWith("3992");
        };
    }

    public Address withStreet(String newStreet) {
        return new Address(newStreet, postalCode, city, region);
    }

    public String singleLine() {
        return String.join(", ", street, postalCode + ' ' + city, region.isoCode());
    }
}
