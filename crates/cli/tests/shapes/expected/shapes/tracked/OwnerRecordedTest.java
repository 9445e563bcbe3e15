package shapes.tracked;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls of {@link Owner} as they were recorded. */
class OwnerRecordedTest {
    @Test
    void describe_returnsAnnRexTom3() {
        Owner owner = createOwner();

        assertEquals("Ann: Rex, Tom 3", owner.describe());
    }

    @Test
    void adopt_Kim_returns3() {
        Owner owner = createOwner();

        int result = owner.adopt("Kim");

        assertEquals(3, result);
        assertEquals(List.of("Rex", "Tom", "Kim"), owner.getPets());
        assertEquals(Map.of("Rex", 3, "Kim", 0), owner.getVisits());
    }

    @Test
    void petsFrom_1_returnsListOf2() {
        // Arrange
        Owner owner = new Owner("Ann");
        owner.setPets(new ArrayList<>(List.of("Rex", "Tom", "Kim")));

        // Act
        List<String> result = owner.petsFrom(1);

        // Assert
        assertEquals(List.of("Tom", "Kim"), result);
    }

    private static Owner createOwner() {
        Owner owner = new Owner("Ann");
        owner.setPets(new ArrayList<>(List.of("Rex", "Tom")));
        Map<String, Integer> visits = new LinkedHashMap<>();
        visits.put("Rex", 3);
        owner.setVisits(visits);
        return owner;
    }
}
