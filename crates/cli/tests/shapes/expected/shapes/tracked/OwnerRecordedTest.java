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
    void describe_returnsText() {
        Owner owner = createOwner();

        assertEquals("Ann: Rex, Tom 3", owner.describe());
    }

    @Test
    void adopt_Kim_returns3() {
        Owner owner = createOwner();

        assertEquals(3, owner.adopt("Kim"));
    }

    @Test
    void petsFrom_1_returnsListOf2() {
        // Arrange
        Owner owner = new Owner("Ann");
        List<String> pets = new Mapper().track(new ArrayList<>(List.of("Rex", "Tom", "Kim")));
        owner.setPets(pets);

        // Act
        List<String> result = owner.petsFrom(1);

        // Assert
        assertEquals(List.of("Tom", "Kim"), result);
    }

    private static Owner createOwner() {
        Owner owner = new Owner("Ann");
        Mapper mapper = new Mapper();
        owner.setPets(mapper.track(new ArrayList<>(List.of("Rex", "Tom"))));
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("Rex", 3);
        owner.setVisits(mapper.track(map));
        return owner;
    }
}
