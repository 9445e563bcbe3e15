// A factory method that has its bean made by a helper, or by something that is not seen: then it is what the method says.
package targets.internal.beanhelpers;

import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

interface Counter {
    int next();
}

class Helped implements Counter {
    private int count;

    @Override
    public int next() { // point: internal
        return ++count;
    }
}

class Supplied {
    private int count;

    int next() { // point: internal
        return ++count;
    }
}

class Plain {
    private int count;

    int next() { // no point
        return ++count;
    }
}

@Configuration
class Wiring {
    private Supplier<Supplied> suppliers;

    @Bean
    Counter counter() { // no point
        return make();
    }

    @Bean
    Supplied supplied() { // no point
        return suppliers.get();
    }

    private static Counter make() { // no point
        return new Helped();
    }

    static int use(Counter counter, Supplied supplied) { // no point
        return counter.next() + supplied.next() + new Plain().next();
    }
}
