package dev.reenact.shop.storage;

import dev.reenact.shop.catalog.Sku;
import dev.reenact.shop.common.Money;
import dev.reenact.shop.customer.Region;
import dev.reenact.shop.order.Order;
import dev.reenact.shop.order.OrderLine;
import dev.reenact.shop.order.OrderRepository;
import dev.reenact.shop.order.OrderStatus;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Keeps orders in a relational database; written for H2, and for PostgreSQL in production. */
public final class JdbcOrderRepository implements OrderRepository {

    /** SQL state of a violated unique constraint. */
    private static final String UNIQUE_VIOLATION = "23505";

    private static final String SCHEMA = """
            create table if not exists shop_order (
                number varchar(20) primary key,
                customer_id varchar(20) not null,
                region varchar(20) not null,
                status varchar(20) not null,
                placed_at timestamp with time zone not null,
                shipping decimal(12, 2) not null,
                shipping_tax decimal(12, 2) not null,
                coupons varchar(200) not null,
                points_redeemed int not null,
                points_earned int not null,
                payment_reference varchar(60)
            );
            create index if not exists shop_order_by_customer on shop_order (customer_id);
            create index if not exists shop_order_by_status on shop_order (region, status);
            create table if not exists shop_order_line (
                number varchar(20) not null references shop_order,
                position smallint not null,
                sku varchar(8) not null,
                description varchar(100) not null,
                department varchar(60) not null,
                quantity int not null,
                backordered int not null,
                unit_price decimal(12, 2) not null,
                discount decimal(12, 2) not null,
                tax decimal(12, 2) not null,
                primary key (number, position)
            );
            create table if not exists shop_order_event (
                number varchar(20) not null references shop_order,
                status varchar(20) not null,
                happened_at timestamp with time zone not null,
                primary key (number, status)
            );
            """;

    private static final String SELECT = """
            select number, customer_id, region, status, shipping, shipping_tax, coupons,
                points_redeemed, points_earned, payment_reference
            from shop_order
            """;

    private static final String OLDEST_FIRST = " order by placed_at, number";

    /** Work on a connection that is not shared meanwhile. */
    @FunctionalInterface
    private interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** A handful of connections. The first stays open to the end, or H2 would drop a database in memory. */
    private static final class ConnectionPool implements AutoCloseable {
        private static final long PATIENCE_SECONDS = 30;

        /** The right to a connection for a while. Closing it without a commit rolls back. */
        private final class Lease implements AutoCloseable {
            private final Connection connection;
            private boolean committed;

            private Lease(Connection connection) {
                this.connection = connection;
            }

            void commit() throws SQLException {
                connection.commit();
                committed = true;
            }

            @Override
            public void close() throws SQLException {
                try {
                    if (!committed) {
                        connection.rollback();
                    }
                } finally {
                    synchronized (idle) {
                        idle.push(connection);
                    }
                    permits.release();
                }
            }
        }

        private final String url;
        private final Semaphore permits;
        private final Deque<Connection> idle = new ArrayDeque<>();

        private ConnectionPool(String url, int most) {
            this.url = url;
            this.permits = new Semaphore(most, true);
        }

        Lease lease() throws SQLException {
            try {
                if (!permits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new SQLException("no connection within " + PATIENCE_SECONDS + " seconds");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("interrupted while waiting for a connection", e);
            }
            Connection connection = null;
            try {
                synchronized (idle) {
                    connection = idle.poll();
                }
                if (connection == null) {
                    connection = DriverManager.getConnection(url);
                    connection.setAutoCommit(false);
                }
                return new Lease(connection);
            } finally {
                if (connection == null) {
                    permits.release();
                }
            }
        }

        @Override
        public void close() {
            synchronized (idle) {
                for (Connection connection : idle) {
                    try {
                        connection.close();
                    } catch (SQLException e) {
                        // The process ends or the database is gone: there is no caller left to report to.
                        continue;
                    }
                }
                idle.clear();
            }
        }
    }

    private final ConnectionPool pool;

    /** Opens the database at the given JDBC address and creates the tables if it has none. */
    public JdbcOrderRepository(String url, int mostConnections) {
        this.pool = new ConnectionPool(url, mostConnections);
        transact("create tables", connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String command : SCHEMA.split(";\\s*")) {
                    statement.execute(command);
                }
            }
            return null;
        });
    }

    @Override
    public void insert(Order order) {
        transact("insert order " + order.number(), connection -> {
            try {
                insertHeader(connection, order);
            } catch (SQLException e) {
                if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
                    throw new DuplicateOrderException(order.number(), e);
                }
                throw e;
            }
            insertLines(connection, order);
            insertEvents(connection, order);
            return null;
        });
    }

    private static void insertHeader(Connection connection, Order order) throws SQLException {
        String sql = """
                insert into shop_order (number, customer_id, region, status, placed_at, shipping, shipping_tax,
                    coupons, points_redeemed, points_earned, payment_reference)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """;
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, order.number());
            insert.setString(2, order.customerId());
            insert.setString(3, order.region().name());
            insert.setString(4, order.status().name());
            insert.setObject(5, order.placedAt().atOffset(ZoneOffset.UTC));
            insert.setBigDecimal(6, order.shipping().amount());
            insert.setBigDecimal(7, order.shippingTax().amount());
            insert.setString(8, String.join(",", order.couponCodes()));
            insert.setInt(9, order.pointsRedeemed());
            insert.setInt(10, order.pointsEarned());
            insert.setString(11, order.paymentReference().orElse(null));
            insert.executeUpdate();
        }
    }

    private static void insertLines(Connection connection, Order order) throws SQLException {
        String sql = """
                insert into shop_order_line (number, position, sku, description, department, quantity,
                    backordered, unit_price, discount, tax)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """;
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (OrderLine line : order.lines()) {
                OrderLine.Item item = line.item();
                insert.setString(1, order.number());
                insert.setShort(2, line.position());
                insert.setString(3, item.sku().value());
                insert.setString(4, item.description());
                insert.setString(5, item.department());
                insert.setInt(6, item.quantity());
                insert.setInt(7, line.backordered());
                insert.setBigDecimal(8, item.unitPrice().amount());
                insert.setBigDecimal(9, item.discount().amount());
                insert.setBigDecimal(10, item.tax().amount());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void insertEvents(Connection connection, Order order) throws SQLException {
        String sql = "insert into shop_order_event (number, status, happened_at) values (?, ?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (Map.Entry<OrderStatus, Instant> event : order.history().entrySet()) {
                insert.setString(1, order.number());
                insert.setString(2, event.getKey().name());
                insert.setObject(3, event.getValue().atOffset(ZoneOffset.UTC));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** Only status, history and units to come ever change. */
    @Override
    public void update(Order order) {
        transact("update order " + order.number(), connection -> {
            execute(connection, "update shop_order set status = ? where number = ?",
                    order.status().name(), order.number());
            for (OrderLine line : order.lines()) {
                execute(connection, "update shop_order_line set backordered = ? where number = ? and position = ?",
                        line.backordered(), order.number(), line.position());
            }
            execute(connection, "delete from shop_order_event where number = ?", order.number());
            insertEvents(connection, order);
            return null;
        });
    }

    @Override
    public Optional<Order> find(String number) {
        return select("where number = ?", number).stream().findFirst();
    }

    @Override
    public List<Order> findByCustomer(String customerId) {
        return select("where customer_id = ?" + OLDEST_FIRST, customerId);
    }

    @Override
    public List<Order> findOpen(Region region, OrderStatus status) {
        return select("where region = ? and status = ?" + OLDEST_FIRST, region.name(), status.name());
    }

    @Override
    public void forEach(Consumer<? super Order> visitor) {
        select("").forEach(visitor);
    }

    private List<Order> select(String condition, Object... parameters) {
        return transact("read orders", connection -> {
            List<Order> orders = new ArrayList<>();
            try (PreparedStatement select = prepare(connection, SELECT + condition, parameters);
                    ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    orders.add(read(connection, rows));
                }
            }
            return orders;
        });
    }

    private static Order read(Connection connection, ResultSet row) throws SQLException {
        String number = row.getString("number");
        Region region = Region.valueOf(row.getString("region"));
        String coupons = row.getString("coupons");
        Order.Builder order = Order.builder(number)
                .customer(row.getString("customer_id"), region)
                .shipping(money(row, "shipping", region.currency()), money(row, "shipping_tax", region.currency()))
                .coupons(coupons.isEmpty() ? List.of() : Arrays.asList(coupons.split(",")))
                .points(row.getInt("points_redeemed"), row.getInt("points_earned"))
                .paymentReference(row.getString("payment_reference"));
        readLines(connection, number, region.currency(), order);
        readEvents(connection, number, OrderStatus.valueOf(row.getString("status")), order);
        return order.build();
    }

    private static void readLines(Connection connection, String number, Currency currency, Order.Builder order)
            throws SQLException {
        String sql = """
                select sku, description, department, quantity, backordered, unit_price, discount, tax
                from shop_order_line where number = ? order by position
                """;
        try (PreparedStatement select = prepare(connection, sql, number);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                OrderLine.Item item = new OrderLine.Item(
                        Sku.of(rows.getString("sku")),
                        rows.getString("description"),
                        rows.getString("department"),
                        rows.getInt("quantity"),
                        money(rows, "unit_price", currency),
                        money(rows, "discount", currency),
                        money(rows, "tax", currency));
                order.item(item, rows.getInt("backordered"));
            }
        }
    }

    /** The present status goes last, wherever the calendar puts it: two events may share a microsecond. */
    private static void readEvents(Connection connection, String number, OrderStatus present, Order.Builder order)
            throws SQLException {
        String sql = """
                select status, happened_at from shop_order_event where number = ?
                order by case when status = ? then 1 else 0 end, happened_at
                """;
        try (PreparedStatement select = prepare(connection, sql, number, present.name());
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                OffsetDateTime when = rows.getObject("happened_at", OffsetDateTime.class);
                order.event(OrderStatus.valueOf(rows.getString("status")), when.toInstant());
            }
        }
    }

    private static Money money(ResultSet row, String column, Currency currency) throws SQLException {
        return Money.of(row.getBigDecimal(column), currency);
    }

    private static void execute(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            statement.executeUpdate();
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    private <T> T transact(String purpose, Work<T> work) {
        try (ConnectionPool.Lease lease = pool.lease()) {
            T result = work.on(lease.connection);
            lease.commit();
            return result;
        } catch (SQLException e) {
            throw new StorageException("could not " + purpose, e);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
