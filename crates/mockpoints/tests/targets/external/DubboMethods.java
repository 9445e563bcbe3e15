// Dubbo: references on setters and factory methods, and by the library's own classes.
package targets.external.dubbomethods;

import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.annotation.DubboReference;
import org.apache.dubbo.config.spring.ReferenceBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

interface Seats {
    int free(String show);
}

interface Shows {
    String next();
}

interface Plays {
    String author(String play);
}

interface Prices {
    int cents(String show);
}

@Configuration
class Clients {
    @Bean
    @DubboReference
    ReferenceBean<Shows> shows() { // no point
        return new ReferenceBean<>();
    }

    static Plays plays() { // no point
        ReferenceConfig<Plays> config = new ReferenceConfig<>();
        config.setInterface(Plays.class);
        return config.get();
    }
}

class BoxOffice {
    private Seats seats;
    private Shows shows;
    private Prices prices;

    @DubboReference
    void setSeats(Seats seats) { // no point
        this.seats = seats;
    }

    boolean isSoldOut(String show) { // point: external
        return seats.free(show) == 0;
    }

    String next() { // point: external
        return shows.next();
    }

    String author(String play) { // point: external
        return Clients.plays().author(play);
    }

    int price(String show) { // no point
        return prices.cents(show);
    }
}
