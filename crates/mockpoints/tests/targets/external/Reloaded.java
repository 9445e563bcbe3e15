// A bean that fetches and keeps: fetching is external; what was kept changes while the bean serves, and so is internal.
package targets.external.reloaded;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class Surcharge {
    private final JdbcTemplate jdbc;
    private double percent;

    Surcharge(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Scheduled(fixedDelay = 1000)
    void reload() { // point: external
        percent = jdbc.queryForObject("select percent from surcharge", Double.class);
    }

    double apply(double net) { // point: internal
        return net * (1 + percent);
    }

    double plain(double net) { // no point
        System.out.println(percent);
        return net;
    }
}
