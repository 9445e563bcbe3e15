package dev.reenact.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.LongAdder;

/**
 * H2 under a steady load, until standard input ends: {@code DatabaseLoad THREADS}. Each line of input is answered with
 * the statements that were executed and the CPU nanoseconds that the process has used up to now.
 */
public final class DatabaseLoad {

    private static final String URL = "jdbc:h2:mem:load;DB_CLOSE_DELAY=-1";

    private static final int ROWS = 5000;

    private static final LongAdder STATEMENTS = new LongAdder();

    private DatabaseLoad() {}

    public static void main(String[] arguments) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(URL)) {
            fill(connection);
        }
        for (int number = 0; number < Integer.parseInt(arguments[0]); number++) {
            int first = number;
            Thread thread = new Thread(() -> repeat(first), "load " + number);
            thread.setDaemon(true);
            thread.start();
        }
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in));
        while (questions.readLine() != null) {
            System.out.println(STATEMENTS.sum() + " " + Clocks.cpuNanos());
        }
    }

    private static void fill(Connection connection) throws SQLException {
        connection.createStatement().execute("create table item(id int primary key, name varchar, price int, stock int)");
        connection.createStatement().execute("create index item_price on item(price)");
        try (PreparedStatement insert = connection.prepareStatement("insert into item values(?, ?, ?, ?)")) {
            for (int id = 0; id < ROWS; id++) {
                insert.setInt(1, id);
                insert.setString(2, "item " + id);
                insert.setInt(3, id * 31 % 1000);
                insert.setInt(4, id % 50);
                insert.executeUpdate();
            }
        }
    }

    private static void repeat(int first) {
        try (Connection connection = DriverManager.getConnection(URL);
                PreparedStatement one = connection.prepareStatement("select name, price from item where id = ?");
                PreparedStatement some = connection.prepareStatement(
                        "select name, price * 2 from item where price between ? and ? + 3 and name like '%7%'"
                                + " order by name limit 10");
                PreparedStatement sums = connection.prepareStatement(
                        "select stock, count(*), sum(price) from item where id between ? and ? + 60 group by stock");
                PreparedStatement update =
                        connection.prepareStatement("update item set stock = stock + 1 where id = ?")) {
            long sum = 0;
            for (int round = first; ; round = (round + 7) & 0xfffff) {
                one.setInt(1, round % ROWS);
                sum += read(one);
                some.setInt(1, round % 1000);
                some.setInt(2, round % 1000);
                sum += read(some);
                sums.setInt(1, round % ROWS);
                sums.setInt(2, round % ROWS);
                sum += read(sums);
                // Threads write rows of their own: a lock that is waited for would be measured as throughput.
                update.setInt(1, (round * 2 + first) % ROWS);
                sum += update.executeUpdate();
                STATEMENTS.add(4);
                if (sum == Long.MIN_VALUE) {
                    return;
                }
            }
        } catch (SQLException failure) {
            failure.printStackTrace();
            System.exit(1);
        }
    }

    private static long read(PreparedStatement query) throws SQLException {
        long sum = 0;
        try (ResultSet rows = query.executeQuery()) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int column = 1; column <= columns; column++) {
                    sum += rows.getString(column).hashCode();
                }
            }
        }
        return sum;
    }
}
