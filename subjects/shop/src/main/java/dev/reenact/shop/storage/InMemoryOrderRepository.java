package dev.reenact.shop.storage;

import dev.reenact.shop.customer.Region;
import dev.reenact.shop.order.Order;
import dev.reenact.shop.order.OrderRepository;
import dev.reenact.shop.order.OrderStatus;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Keeps orders for as long as the process lives. */
public final class InMemoryOrderRepository implements OrderRepository {

    private static final Comparator<Order> OLDEST_FIRST =
            Comparator.comparing(Order::placedAt).thenComparing(Order::number);

    private final Map<String, Order> orders = new ConcurrentHashMap<>();

    /** Most orders are closed, and the warehouses ask for the others all day. */
    private final Map<Region, Set<String>> open = new EnumMap<>(Region.class);

    public InMemoryOrderRepository() {
        for (Region region : Region.values()) {
            open.put(region, ConcurrentHashMap.newKeySet());
        }
    }

    @Override
    public void insert(Order order) {
        if (orders.putIfAbsent(order.number(), copy(order)) != null) {
            throw new DuplicateOrderException(order.number(), null);
        }
        index(order);
    }

    @Override
    public void update(Order order) {
        if (orders.replace(order.number(), copy(order)) == null) {
            throw new NoSuchElementException("no order " + order.number());
        }
        index(order);
    }

    private void index(Order order) {
        Set<String> numbers = open.get(order.region());
        if (order.status().isOpen()) {
            numbers.add(order.number());
        } else {
            numbers.remove(order.number());
        }
    }

    @Override
    public Optional<Order> find(String number) {
        return Optional.ofNullable(orders.get(number)).map(InMemoryOrderRepository::copy);
    }

    @Override
    public List<Order> findByCustomer(String customerId) {
        return listed(orders.values().stream().filter(order -> order.customerId().equals(customerId)));
    }

    @Override
    public List<Order> findOpen(Region region, OrderStatus status) {
        return listed(open.get(region).stream().map(orders::get).filter(order -> order.status() == status));
    }

    @Override
    public void forEach(Consumer<? super Order> visitor) {
        orders.values().stream().map(InMemoryOrderRepository::copy).forEach(visitor);
    }

    private static List<Order> listed(Stream<Order> found) {
        return found.sorted(OLDEST_FIRST).map(InMemoryOrderRepository::copy).toList();
    }

    private static Order copy(Order order) {
        return order.toBuilder().build();
    }
}
