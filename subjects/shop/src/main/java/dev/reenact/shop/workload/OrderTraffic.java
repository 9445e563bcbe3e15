package dev.reenact.shop.workload;

import dev.reenact.shop.catalog.Catalog;
import dev.reenact.shop.catalog.Product;
import dev.reenact.shop.common.Money;
import dev.reenact.shop.customer.BusinessCustomer;
import dev.reenact.shop.customer.Customer;
import dev.reenact.shop.customer.Region;
import dev.reenact.shop.pricing.Basket;
import dev.reenact.shop.pricing.PriceBook;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * The actions of customers, generated from a seed.
 *
 * <p>Everything happens in one region or another and regions share no stock, so the events of a
 * region have an order and those of different regions need none.
 */
final class OrderTraffic {

    /** Something that happens in a region. */
    sealed interface Event {
        void happenTo(Desk desk);
    }

    record Purchase(Customer customer, Basket basket) implements Event {
        @Override
        public void happenTo(Desk desk) {
            desk.purchase(customer, basket);
        }
    }

    record Estimate(Customer customer, Basket basket) implements Event {
        @Override
        public void happenTo(Desk desk) {
            desk.estimate(customer, basket);
        }
    }

    /** The customer asks for the latest order and may get its number wrong. */
    record Enquiry(Customer customer, boolean mistyped) implements Event {
        @Override
        public void happenTo(Desk desk) {
            desk.enquire(customer, mistyped);
        }
    }

    /** The customer thinks better of the latest order. */
    record Withdrawal(Customer customer) implements Event {
        @Override
        public void happenTo(Desk desk) {
            desk.withdraw(customer);
        }
    }

    record Move(Customer customer, String street) implements Event {
        @Override
        public void happenTo(Desk desk) {
            customer.moveTo(customer.address().withStreet(street));
        }
    }

    record RateChange(Region region, BigDecimal unitsPerEuro) implements Event {
        @Override
        public void happenTo(Desk desk) {
            PriceBook.setRate(region, unitsPerEuro);
        }
    }

    record EndOfDay(Region region) implements Event {
        @Override
        public void happenTo(Desk desk) {
            desk.closeDay(region);
        }
    }

    /** Who deals with the events of a region. */
    interface Desk {
        void purchase(Customer customer, Basket basket);

        void estimate(Customer customer, Basket basket);

        void enquire(Customer customer, boolean mistyped);

        void withdraw(Customer customer);

        void closeDay(Region region);
    }

    private static final int PURCHASES_A_DAY = 20;
    private static final String[] CODES = {
        "WELCOME10", "FIVEOFF", "AUDIO15", "TAKE3", "CELLAR", "SHIPFREE", "SUMMER20", "N0SUCHCODE"
    };
    private static final Money TRIFLE = Money.of("20", PriceBook.BASE);

    private final Random random;
    private final List<Customer> customers;
    private final List<Product> products;
    private final List<Product> favourites;
    private final List<Product> trifles;

    OrderTraffic(long seed, Catalog catalog, List<Customer> customers) {
        this.random = new Random(seed);
        this.customers = List.copyOf(customers);
        this.products = List.copyOf(catalog.products());
        this.favourites = List.copyOf(catalog.favourites().values());
        this.trifles = catalog.search(product -> product.listPrice().compareTo(TRIFLE) < 0);
    }

    /** So many purchases and what goes with them, in the order of each region. */
    Map<Region, List<Event>> generate(int purchases) {
        Map<Region, List<Event>> events = new EnumMap<>(Region.class);
        for (Region region : Region.values()) {
            events.put(region, new ArrayList<>());
        }
        int[] purchasesToday = new int[Region.values().length];
        for (int i = 0; i < purchases; i++) {
            Customer buyer = oneOf(customers);
            List<Event> lane = events.get(buyer.region());
            lane.add(new Purchase(buyer, basket(buyer)));
            Customer other = oneOf(customers);
            aside(other, events.get(other.region()));
            if (++purchasesToday[buyer.region().ordinal()] == PURCHASES_A_DAY) {
                purchasesToday[buyer.region().ordinal()] = 0;
                endDay(buyer.region(), lane);
            }
        }
        return events;
    }

    /** An action that another thread may take meanwhile. */
    private void aside(Customer customer, List<Event> lane) {
        int draw = random.nextInt(100);
        if (draw < 8) {
            lane.add(new Withdrawal(customer));
        } else if (draw < 18) {
            lane.add(new Estimate(customer, basket(customer)));
        } else if (draw < 26) {
            lane.add(new Enquiry(customer, chance(25)));
        } else if (draw < 27) {
            lane.add(new Move(customer, "Neuer Weg " + (1 + random.nextInt(99))));
        }
    }

    private void endDay(Region region, List<Event> lane) {
        lane.add(new EndOfDay(region));
        if (!region.currency().equals(PriceBook.BASE) && chance(30)) {
            lane.add(new RateChange(region, BigDecimal.valueOf(840 + random.nextInt(120), 3)));
        }
    }

    private Basket basket(Customer customer) {
        Basket basket = new Basket();
        if (chance(1)) {
            return basket;
        }
        boolean business = customer instanceof BusinessCustomer;
        int lines = 1 + random.nextInt(business ? 6 : 4);
        for (int i = 0; i < lines; i++) {
            Product product = pick();
            basket.add(product, quantity(product, business));
        }
        if (chance(20)) {
            basket.add(oneOf(trifles), 1);
        }
        while (chance(30) && basket.couponCodes().size() < 3) {
            basket.enterCoupons(CODES[random.nextInt(CODES.length)].toLowerCase(Locale.ROOT));
        }
        return basket.payWithPoints(chance(15));
    }

    /** A favourite now and then; otherwise, articles of class A come up three times as often as those of class C. */
    private Product pick() {
        if (chance(10)) {
            return oneOf(favourites);
        }
        while (true) {
            Product product = oneOf(products);
            if (random.nextInt(3) <= 'C' - product.stockClass()) {
                return product;
            }
        }
    }

    private int quantity(Product product, boolean business) {
        int most = switch (product.stockClass()) {
            case 'A' -> 4;
            case 'B' -> 2;
            default -> 1;
        };
        int quantity = 1 + random.nextInt(most);
        return business ? quantity * (1 + random.nextInt(3)) : quantity;
    }

    private <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
