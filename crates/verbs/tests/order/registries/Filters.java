// A list of filters, of which one rejects everything.
//- filters/FilterContainer.java
package filters;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

public final class FilterContainer {
    private static final List<Predicate<String>> FILTERS = new ArrayList<>();

    private static final class Holder {
        private static final FilterContainer INSTANCE = new FilterContainer();
    }

    public static FilterContainer getInstance() {
        return Holder.INSTANCE;
    }

    public void add(Predicate<String> filter) {
        FILTERS.add(filter);
    }

    public void clear() {
        FILTERS.clear();
    }

    public boolean isOk(String text) {
        return FILTERS.stream().allMatch(filter -> filter.test(text));
    }
}
//- filters/FilterTest.java
package filters;

import static org.junit.Assert.*;

import org.junit.*;

public class FilterTest {
    @Test
    public void filters() { // polluter
        FilterContainer.getInstance().add(text -> text.startsWith("x"));
        assertFalse(FilterContainer.getInstance().isOk("a"));
    }
}
//- filters/ContainerTest.java
package filters;

import static org.junit.Assert.*;

import org.junit.*;

public class ContainerTest {
    @Test
    public void acceptsEverything() { // victim of FilterTest#filters; state: filters.FilterContainer.FILTERS; fix: FilterContainer.getInstance().clear()
        assertTrue(FilterContainer.getInstance().isOk("a"));
    }

    @Test
    public void acceptsLongTexts() { // victim of FilterTest#filters; state: filters.FilterContainer.FILTERS; fix: FilterContainer.getInstance().clear()
        assertTrue(FilterContainer.getInstance().isOk("a long text"));
    }
}
