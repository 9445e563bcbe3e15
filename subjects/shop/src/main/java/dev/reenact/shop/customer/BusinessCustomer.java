package dev.reenact.shop.customer;

import dev.reenact.shop.catalog.Product;
import java.time.Clock;
import java.util.Locale;
import java.util.Objects;

/** A company. It need not prove its age, and outside the shop's own country it accounts for the tax itself. */
public final class BusinessCustomer extends Customer {

    private final String vatId;
    private int parcelsPerPallet = 1;

    BusinessCustomer(
            String id, String name, Address address, String paymentToken, LoyaltyAccount loyalty, String vatId) {
        super(id, name, address, paymentToken, loyalty);
        this.vatId = Objects.requireNonNull(vatId, "vatId").toUpperCase(Locale.ROOT);
    }

    public static BusinessCustomer register(
            String id, String name, Address address, String paymentToken, String vatId, Clock clock) {
        return new BusinessCustomer(id, name, address, paymentToken, new LoyaltyAccount(clock), vatId);
    }

    public String vatId() {
        return vatId;
    }

    /** How many weight bands travel at the price of one. */
    public int parcelsPerPallet() {
        return parcelsPerPallet;
    }

    public void palletise(int parcels) {
        if (parcels < 1) {
            throw new IllegalArgumentException("a pallet holds at least one parcel, not " + parcels);
        }
        this.parcelsPerPallet = parcels;
    }

    @Override
    public boolean mayBuy(Product product) {
        return true;
    }

    /** Tax moves to the customer across a border, provided that the number was issued where the goods go. */
    @Override
    public boolean isReverseCharged(Region home) {
        return region() != home && vatId.startsWith(region().isoCode());
    }

    @Override
    public String toString() {
        return super.toString() + " (" + vatId + ")";
    }
}
