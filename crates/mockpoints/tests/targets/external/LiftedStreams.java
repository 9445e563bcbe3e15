// A stream over rows is read where it is consumed, so that the consumer is the point.
package targets.external.liftedstreams;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;

class Exports {
    private final JdbcTemplate jdbc;

    Exports(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    private Stream<String> rows() { // no point
        return jdbc.queryForList("select name from item", String.class).stream();
    }

    String csv() { // point: external
        return String.join(",", rows().toList());
    }

    String csvOf(List<String> names) { // no point
        return String.join(",", names.stream().toList());
    }
}
