package dev.reenact.shop.inventory;

import dev.reenact.shop.catalog.Product;
import dev.reenact.shop.catalog.Sku;
import dev.reenact.shop.customer.Region;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The stock of one region.
 *
 * <p>Stock is first reserved and later either committed to an order or released. What is missing may
 * be promised from the next delivery, up to a limit for each article.
 */
public final class Warehouse {

    /** An article is not there in the wanted quantity and cannot be promised either. */
    public static final class OutOfStockException extends Exception {
        private static final long serialVersionUID = 1L;

        private final String sku;
        private final int wanted;
        private final int available;

        OutOfStockException(Sku sku, int wanted, int available) {
            super(sku + ": " + wanted + " wanted, " + available + " available");
            this.sku = sku.value();
            this.wanted = wanted;
            this.available = available;
        }

        public String sku() {
            return sku;
        }

        public int missing() {
            return wanted - available;
        }
    }

    /** Units promised to an order. */
    public record Backorder(String orderNumber, Sku sku, int quantity) {}

    private static final int MOST_BACKORDERED = 12;

    /** The shelf of one article. */
    static final class Bin {
        final char stockClass;
        final DemandHistory demand = new DemandHistory();
        final Deque<Backorder> backorders = new ArrayDeque<>();
        int onHand;
        int reserved;

        Bin(char stockClass, int onHand) {
            this.stockClass = stockClass;
            this.onHand = onHand;
        }

        int available() {
            return onHand - reserved;
        }

        int backordered() {
            return backorders.stream().mapToInt(Backorder::quantity).sum();
        }
    }

    /** Stock set aside for an order in the making. Closing it without a commit releases the stock. */
    public final class Reservation implements AutoCloseable {
        private final Map<Sku, Integer> held = new LinkedHashMap<>();
        private final Map<Sku, Integer> missing = new LinkedHashMap<>();
        private boolean open = true;

        private Reservation() {}

        public int missing(Sku sku) {
            return missing.getOrDefault(sku, 0);
        }

        public boolean isComplete() {
            return missing.isEmpty();
        }

        /** Takes the stock off the shelf and queues what is missing. */
        public void commit(String orderNumber) {
            synchronized (Warehouse.this) {
                if (!open) {
                    throw new IllegalStateException("reservation for " + orderNumber + " is no longer open");
                }
                held.forEach((sku, quantity) -> {
                    Bin bin = bin(sku);
                    bin.reserved -= quantity;
                    bin.onHand -= quantity;
                });
                missing.forEach((sku, quantity) ->
                        bin(sku).backorders.addLast(new Backorder(orderNumber, sku, quantity)));
                open = false;
            }
        }

        @Override
        public void close() {
            synchronized (Warehouse.this) {
                if (open) {
                    held.forEach((sku, quantity) -> bin(sku).reserved -= quantity);
                    open = false;
                }
            }
        }
    }

    private final Region region;
    private final Map<Sku, Bin> bins = new TreeMap<>();

    public Warehouse(Region region) {
        this.region = region;
    }

    public Region region() {
        return region;
    }

    /** Sets up the shelf of an article. */
    public synchronized void stock(Product product, int quantity) {
        if (bins.putIfAbsent(product.sku(), new Bin(product.stockClass(), quantity)) != null) {
            throw new IllegalArgumentException(product.sku() + " already has a shelf in " + region);
        }
    }

    public synchronized int available(Sku sku) {
        return bin(sku).available();
    }

    public synchronized int backordered(Sku sku) {
        return bin(sku).backordered();
    }

    /** Reserves everything or nothing; the demand is noted either way. */
    public synchronized Reservation reserve(Map<Sku, Integer> wanted, boolean backordersAccepted)
            throws OutOfStockException {
        wanted.forEach((sku, quantity) -> bin(sku).demand.add(quantity));
        Reservation reservation = new Reservation();
        for (Map.Entry<Sku, Integer> entry : wanted.entrySet()) {
            Sku sku = entry.getKey();
            Bin bin = bin(sku);
            int quantity = entry.getValue();
            int missing = Math.max(0, quantity - bin.available());
            if (missing > 0) {
                if (!backordersAccepted || bin.backordered() + missing > MOST_BACKORDERED) {
                    throw new OutOfStockException(sku, quantity, bin.available());
                }
                reservation.missing.put(sku, missing);
            }
            if (quantity > missing) {
                reservation.held.put(sku, quantity - missing);
            }
        }
        reservation.held.forEach((sku, quantity) -> bin(sku).reserved += quantity);
        return reservation;
    }

    /** Puts units on the shelf; returns the promises that could be kept with them, oldest first. */
    public synchronized List<Backorder> receive(Sku sku, int quantity) {
        Bin bin = bin(sku);
        bin.onHand += quantity;
        List<Backorder> kept = new ArrayList<>();
        for (Iterator<Backorder> queue = bin.backorders.iterator(); queue.hasNext(); ) {
            Backorder next = queue.next();
            if (next.quantity() > bin.available()) {
                break;
            }
            bin.onHand -= next.quantity();
            kept.add(next);
            queue.remove();
        }
        return kept;
    }

    /** Forgets what was promised to an order. */
    public synchronized void dropBackorders(String orderNumber) {
        for (Bin bin : bins.values()) {
            bin.backorders.removeIf(backorder -> backorder.orderNumber().equals(orderNumber));
        }
    }

    /** Ends the day: what the forecast asks for arrives overnight. Returns the promises kept with it. */
    public synchronized List<Backorder> closeDay() {
        List<Backorder> kept = new ArrayList<>();
        for (Map.Entry<Sku, Bin> entry : bins.entrySet()) {
            Bin bin = entry.getValue();
            bin.demand.closeDay();
            int target = switch (bin.stockClass) {
                case 'A' -> bin.demand.targetStock(3, 2);
                case 'B' -> bin.demand.targetStock(2, 1);
                default -> bin.demand.targetStock(1, 0);
            };
            int delivery = target + bin.backordered() - bin.available();
            if (delivery > 0) {
                kept.addAll(receive(entry.getKey(), delivery));
            }
        }
        return kept;
    }

    /** The article numbers with nothing left to sell. */
    public synchronized List<Sku> soldOut() {
        List<Sku> result = new ArrayList<>();
        bins.forEach((sku, bin) -> {
            if (bin.available() == 0) {
                result.add(sku);
            }
        });
        return Collections.unmodifiableList(result);
    }

    private Bin bin(Sku sku) {
        Bin bin = bins.get(sku);
        if (bin == null) {
            throw new IllegalArgumentException("no shelf for " + sku + " in " + region);
        }
        return bin;
    }
}
