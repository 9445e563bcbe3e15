package shapes.constants;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls of {@link Painter} as they were recorded. */
class PainterRecordedTest {
    @Test
    void paint_returnsTrue() {
        Painter painter = new Painter(Shade.BLACK);

        boolean result = painter.paint(Shade.WHITE);

        assertTrue(result);
        assertSame(Shade.WHITE, painter.getCurrent());
    }

    @Test
    void paint_returnsTrue_2() {
        Painter painter = new Painter(Shade.WHITE);

        boolean result = painter.paint(Shade.BLACK);

        assertTrue(result);
        assertSame(Shade.BLACK, painter.getCurrent());
    }
}
