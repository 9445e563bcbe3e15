// Spring's template, as a class and by its interface.
package targets.external.jdbctemplates;

import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.JdbcTemplate;

class Vets {
    private JdbcTemplate template;
    private JdbcOperations operations;

    Integer number() { // point: external
        return template.queryForObject("select count(*) from vet", Integer.class);
    }

    void rename(String from, String to) { // point: external
        operations.update("update vet set name = ? where name = ?", to, from);
    }

    void tune(int size) { // no point
        template.setFetchSize(size);
    }
}
