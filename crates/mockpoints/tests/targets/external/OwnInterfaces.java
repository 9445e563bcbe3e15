// An interface of the subject's own with two implementations: the one that calls out is the point, its callers are not.
package targets.external.owninterfaces;

import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;

interface Store {
    String find(String key);
}

class JdbcStore implements Store {
    private JdbcTemplate jdbc;

    @Override
    public String find(String key) { // point: external
        return jdbc.queryForObject("select value from store where name = ?", String.class, key);
    }
}

class MemoryStore implements Store {
    private final Map<String, String> values = new HashMap<>();

    @Override
    public String find(String key) { // no point
        return values.get(key);
    }
}

class Preferences {
    private Store store;

    boolean isDark() { // no point
        return "dark".equals(store.find("theme"));
    }
}
