// A second registration of the same name is refused.
//- parsertable/Parsers.java
package parsertable;

import java.util.HashMap;
import java.util.Map;

public final class Parsers {
    private static final Parsers INSTANCE = new Parsers();

    private final Map<String, Class<?>> parsers = new HashMap<>();

    public static Parsers getInstance() {
        return INSTANCE;
    }

    public void register(String type, Class<?> parser) {
        if (parsers.containsKey(type)) {
            throw new IllegalArgumentException("there is a parser of " + type);
        }
        parsers.put(type, parser);
    }

    public void unregister(Class<?> parser) {
        parsers.values().remove(parser);
    }
}
//- parsertable/FirstTest.java
package parsertable;

import static org.junit.Assert.*;

import org.junit.*;

public class FirstTest {
    @Test
    public void registersAParser() { // victim of SecondTest#registersAnother; also self-polluting; state: parsertable.Parsers.INSTANCE.parsers; fix: Parsers.getInstance().unregister(Integer.class) and Parsers.getInstance().unregister(Long.class)
        Parsers.getInstance().register("FOO", Long.class);
    }
}
//- parsertable/SecondTest.java
package parsertable;

import static org.junit.Assert.*;

import org.junit.*;

public class SecondTest {
    @Test
    public void registersAnother() { // victim of FirstTest#registersAParser; also self-polluting; state: parsertable.Parsers.INSTANCE.parsers; fix: Parsers.getInstance().unregister(Long.class) and Parsers.getInstance().unregister(Integer.class)
        Parsers.getInstance().register("FOO", Integer.class);
    }
}
