package dev.reenact.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** H2 makes two tables in memory, fills, changes, joins and drops them. */
final class DatabaseWork implements Work.Unit {

    private static final int ROWS = 400;

    private final Connection connection = DriverManager.getConnection("jdbc:h2:mem:bench");

    DatabaseWork() throws SQLException {}

    @Override
    public long run() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table item(id int primary key, name varchar(40), price decimal(10, 2))");
            statement.execute("create table sale(id int primary key, item int, sold date, number int)");
            statement.execute("create index sale_item on sale(item)");
            fill();
            statement.executeUpdate("update item set price = price * 1.1 where id % 7 = 0");
            statement.executeUpdate("delete from sale where number = 0");
            long sum = 0;
            String[] queries = {
                "select item.name, sum(number * price) from item join sale on sale.item = item.id"
                        + " group by item.name order by 2 desc, 1 limit 20",
                "select extract(month from sold), count(*), avg(number) from sale"
                        + " group by extract(month from sold) order by 1",
                "select name from item where name like '%7%' and id not in (select item from sale where number > 8)"
                        + " order by name",
            };
            for (String query : queries) {
                try (ResultSet rows = statement.executeQuery(query)) {
                    while (rows.next()) {
                        for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                            sum = 31 * sum + rows.getString(column).hashCode();
                        }
                    }
                }
            }
            statement.execute("drop table sale");
            statement.execute("drop table item");
            return sum;
        }
    }

    private void fill() throws SQLException {
        try (PreparedStatement item = connection.prepareStatement("insert into item values(?, ?, ?)");
                PreparedStatement sale = connection.prepareStatement(
                        "insert into sale values(?, ?, dateadd(day, ?, date '2024-01-01'), ?)")) {
            for (int i = 0; i < ROWS; i++) {
                item.setInt(1, i);
                item.setString(2, "item " + i * 31 % 1000);
                item.setString(3, i % 90 + ".25");
                item.executeUpdate();
                sale.setInt(1, i);
                sale.setInt(2, i * 17 % ROWS);
                sale.setInt(3, i % 365);
                sale.setInt(4, i % 11);
                sale.executeUpdate();
            }
        }
    }
}
