// Plain JDBC, from the connection to the row. A method that only prepares the statement is not a point.
package targets.external.jdbcqueries;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

class Accounts {
    private final DataSource source;

    Accounts(DataSource source) {
        this.source = source;
    }

    long balance(String account) throws SQLException { // point: external
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql("balance"))) {
            statement.setString(1, account);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        }
    }

    String sql(String column) { // no point
        return "select " + column + " from account where id = ?";
    }
}
