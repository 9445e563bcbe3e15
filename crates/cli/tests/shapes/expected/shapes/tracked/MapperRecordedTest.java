package shapes.tracked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls of {@link Mapper} as they were recorded. */
class MapperRecordedTest {
    @Test
    void trackedList_size_returns2() {
        List list = new Mapper().track(new ArrayList<>(List.of("Rex", "Tom")));

        assertEquals(2, list.size());
    }

    @Test
    void trackedList_iterator_returnsItr() {
        List list = new Mapper().track(new ArrayList<>(List.of("Rex", "Tom")));

        assertNotNull(list.iterator());
    }

    @Test
    void trackedMap_get_Rex_returns3() {
        Map<String, Integer> abstractMap = createMap();

        assertEquals(3, abstractMap.get("Rex"));
    }

    @Test
    void trackedMap_put_Kim_0_returnsNull() {
        Map<String, Integer> abstractMap = createMap();

        assertNull(abstractMap.put("Kim", 0));
    }

    private static Map<String, Integer> createMap() {
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("Rex", 3);
        return new Mapper().track(map);
    }
}
