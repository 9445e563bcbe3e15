package dev.reenact.shop.customer;

import dev.reenact.shop.catalog.Product;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** A person who buys. Customers are created by registering or by the import of old accounts. */
public class Customer implements Comparable<Customer> {

    /** The customer's consents. */
    public enum Consent {
        NEWSLETTER,
        BACKORDERS,
        DATA_SHARING
    }

    private final String id;
    private final String name;
    private final LoyaltyAccount loyalty;
    private final EnumSet<Consent> consents = EnumSet.of(Consent.BACKORDERS);
    private Address address;
    private String paymentToken;

    /** Set after a proof of age: the import, or the identity check at the counter. */
    boolean ageVerified;

    /** Remarks of the support team, oldest first. */
    final List<String> remarks = new ArrayList<>();

    Customer(String id, String name, Address address, String paymentToken, LoyaltyAccount loyalty) {
        this.id = Objects.requireNonNull(id, "id");
        this.name = Objects.requireNonNull(name, "name");
        this.address = Objects.requireNonNull(address, "address");
        this.paymentToken = Objects.requireNonNull(paymentToken, "paymentToken");
        this.loyalty = Objects.requireNonNull(loyalty, "loyalty");
    }

    public static Customer register(String id, String name, Address address, String paymentToken, Clock clock) {
        return new Customer(id, name, address, paymentToken, new LoyaltyAccount(clock));
    }

    public String id() {
        return id;
    }

    public String name() {
        return name;
    }

    public Address address() {
        return address;
    }

    public Region region() {
        return address.region();
    }

    public String paymentToken() {
        return paymentToken;
    }

    public LoyaltyAccount loyalty() {
        return loyalty;
    }

    /** The name and address in one string. */
    @Deprecated(since = "2.3")
    public String getFullAddress() {
        return name + ", " + address.singleLine();
    }

    /** Moves within a region; stock, tax and currency of open orders would not follow across a border. */
    public void moveTo(Address newAddress) {
        if (newAddress.region() != address.region()) {
            throw new IllegalArgumentException(
                    "customer " + id + " cannot move from " + address.region() + " to " + newAddress.region());
        }
        this.address = newAddress;
    }

    public void usePaymentToken(String token) {
        this.paymentToken = Objects.requireNonNull(token, "token");
    }

    public Set<Consent> consents() {
        return EnumSet.copyOf(consents);
    }

    public void replaceConsents(Collection<Consent> given) {
        consents.clear();
        consents.addAll(given);
    }

    public boolean acceptsBackorders() {
        return consents.contains(Consent.BACKORDERS);
    }

    public void confirmAge() {
        this.ageVerified = true;
    }

    public boolean mayBuy(Product product) {
        return !product.isAgeRestricted() || ageVerified;
    }

    /** Whether the customer owes the tax instead of the shop, seen from the region that the shop is in. */
    public boolean isReverseCharged(Region home) {
        return false;
    }

    public void addRemark(String remark) {
        remarks.add(remark);
    }

    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    @Override
    public int compareTo(Customer other) {
        return id.compareTo(other.id);
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof Customer that && id.equals(that.id);
    }

    @Override
    public final int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return id + " " + name;
    }
}
