package shapes.copies;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Team} as they were recorded. */
class TeamRecordedTest {
    @Test
    void size_returns2() {
        Team team = new Team(List.of("ada", "grace"));

        assertEquals(2, team.size());
    }
}
