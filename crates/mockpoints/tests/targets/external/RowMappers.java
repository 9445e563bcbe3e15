// A row mapper is called with a row by the library inside of the query, which is the point; nothing else calls the mapper.
package targets.external.rowmappers;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

class Pets {
    private JdbcTemplate jdbc;

    private static final RowMapper<String> NAME = new RowMapper<>() {
        @Override
        public String mapRow(ResultSet row, int number) throws SQLException { // no point
            return row.getString("name");
        }
    };

    List<String> names() { // point: external
        return jdbc.query("select * from pet", NAME);
    }

    List<String> kinds() { // point: external
        return jdbc.query("select * from pet", (row, number) -> row.getString("kind"));
    }
}
