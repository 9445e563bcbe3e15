package dev.reenact.shop.order;

import dev.reenact.shop.common.AuditTrail.Audited;
import dev.reenact.shop.customer.Region;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where orders are kept. What goes in and what comes out are copies: changing an order has no
 * effect until it is {@linkplain #update updated}. Safe for use by several threads.
 */
public interface OrderRepository extends AutoCloseable {

    /** The store could not be reached or refused; carries the cause of the technology underneath. */
    class StorageException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public StorageException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** An order of that number exists already. */
    final class DuplicateOrderException extends StorageException {
        private static final long serialVersionUID = 1L;

        public DuplicateOrderException(String number, Throwable cause) {
            super("order number used twice: " + number, cause);
        }
    }

    @Audited(value = "order.insert", keepSubject = true)
    void insert(Order order);

    @Audited(value = "order.update", keepSubject = true)
    void update(Order order);

    Optional<Order> find(String number);

    default Order require(String number) {
        return find(number).orElseThrow(() -> new NoSuchElementException("no order " + number));
    }

    /** The orders of a customer, oldest first. */
    List<Order> findByCustomer(String customerId);

    /** The orders of a region that wait for the given step, oldest first. */
    List<Order> findOpen(Region region, OrderStatus status);

    /** Shows every order to the visitor, in no particular order. */
    void forEach(Consumer<? super Order> visitor);

    @Override
    default void close() {}
}
