// A method that gives or takes a ResultSet or a Connection cannot be recorded: its nearest caller without them is the point.
package targets.external.jdbclifting;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

class Owners {
    private final DataSource source;

    Owners(DataSource source) {
        this.source = source;
    }

    List<String> names(String city) throws SQLException { // point: external
        List<String> names = new ArrayList<>();
        ResultSet rows = select(source.getConnection(), city);
        while (rows.next()) {
            names.add(name(rows));
        }
        return names;
    }

    private ResultSet select(Connection connection, String city) throws SQLException { // no point
        return connection.createStatement().executeQuery(statement(city));
    }

    private String name(ResultSet rows) throws SQLException { // no point
        return rows.getString("first") + " " + rows.getString("last");
    }

    private String statement(String city) { // no point
        return "select * from owner where city = '" + city + "'";
    }
}
