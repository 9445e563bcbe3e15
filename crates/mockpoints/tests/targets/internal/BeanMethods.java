// A bean by a factory method: the class that it makes is a bean without saying so.
package targets.internal.beanmethods;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class Throttle {
    private int used;
    private final int limit;

    Throttle(int limit) {
        this.limit = limit;
    }

    void use() { // no point
        used++;
    }

    boolean isSpent() { // point: internal
        return used >= limit;
    }

    int limit() { // no point
        return limit;
    }
}

@Configuration
class Wiring {
    @Bean
    Throttle throttle() { // no point
        return new Throttle(5);
    }
}

class Client {
    void call(Throttle throttle) { // no point
        throttle.use();
    }
}
