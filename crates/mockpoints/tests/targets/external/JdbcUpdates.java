// A statement that only writes must not run in replay either: a method that calls out is a point whether or not it uses the answer.
package targets.external.jdbcupdates;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

class Cleanup {
    private final DataSource source;
    private String table = "session";

    Cleanup(DataSource source) {
        this.source = source;
    }

    void clean() throws SQLException { // point: external
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("delete from " + table);
        }
    }

    void use(String table) { // no point
        this.table = table;
    }
}
