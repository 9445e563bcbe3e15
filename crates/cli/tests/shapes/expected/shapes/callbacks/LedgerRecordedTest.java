package shapes.callbacks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Calls of {@link Ledger} as they were recorded. */
class LedgerRecordedTest {
    @Test
    void total_listOf2_returns17() {
        Function<Integer, Integer> price = object -> {
            if (Objects.equals(object, 1)) {
                return 8;
            }
            if (Objects.equals(object, 2)) {
                return 9;
            }
            throw new UnsupportedOperationException("not recorded: apply");
        };

        assertEquals(17, Ledger.total(List.of(1, 2), price));
    }

    @Test
    void both_5_returns2001() {
        assertEquals(2001, Ledger.both(object -> 20, object -> 1, 5));
    }

    @Test
    void label_x_returnsXx3xxx3() {
        Formatter formatter = (text2, times) -> {
            if (times == 2) {
                return "xx3";
            }
            if (times == 3) {
                return "xxx3";
            }
            throw new UnsupportedOperationException("not recorded: format");
        };

        assertEquals("[xx3xxx3]", Ledger.label("x", formatter));
    }

    @Test
    void first_returns9() {
        assertEquals(9, Ledger.first(() -> "made by 3"));
    }

    @Test
    void checked_9_returnsMoreThan3() {
        Function<Integer, Integer> check = object -> {
            throw new IllegalArgumentException("more than 3");
        };

        assertEquals("more than 3", Ledger.checked(check, 9));
    }

    @Test
    void longest_listOf3_returnsCcc() {
        // Arrange
        Comparator<String> order = (object, object2) -> {
            if ("ccc".equals(object) && "a".equals(object2)) {
                return -2;
            }
            if ("bb".equals(object) && "ccc".equals(object2)) {
                return 1;
            }
            if ("bb".equals(object) && "a".equals(object2)) {
                return -1;
            }
            throw new UnsupportedOperationException("not recorded: compare");
        };
        Ledger ledger = new Ledger(order);

        // Act
        String result = ledger.longest(List.of("a", "ccc", "bb"));

        // Assert
        assertEquals("ccc", result);
    }
}
