package shapes.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Box} as they were recorded. */
class BoxRecordedTest {
    @Test
    void describe_returnsParcel2x3() {
        Box box = createBox();

        assertEquals("parcel 2x3", box.describe());
    }

    @Test
    void turn_changesWidth() {
        Box box = createBox();

        box.turn();

        assertEquals(3, box.width);
        assertEquals(2, box.height);
    }

    private static Box createBox() {
        Box box = new Box();
        box.width = 2;
        box.height = 3;
        box.label = "parcel";
        return box;
    }
}
