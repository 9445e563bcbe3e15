// A constructor that calls out cannot be intercepted: the method that creates the object is the point.
package targets.external.liftedconstructors;

import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;

class PriceList {
    private final List<String> rows;

    PriceList(JdbcTemplate jdbc) {
        this.rows = jdbc.queryForList("select price from item", String.class);
    }

    PriceList(List<String> rows) {
        this.rows = rows;
    }

    int size() { // no point
        return rows.size();
    }
}

class Shop {
    private JdbcTemplate jdbc;

    PriceList load() { // point: external
        return new PriceList(jdbc);
    }

    PriceList of(List<String> rows) { // no point
        return new PriceList(rows);
    }
}
