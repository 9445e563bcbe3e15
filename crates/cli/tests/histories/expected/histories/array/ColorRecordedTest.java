package histories.array;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Color} as they were recorded. */
class ColorRecordedTest {
    @Test
    void luminance_2_returnsRGB23333333() {
        // Arrange
        CosArray components = new CosArray();
        components.addAll(
                new ArrayList<>(
                        List.of(CosFloat.get("0.25"), CosFloat.get("0.5"), CosFloat.get("1"))));
        Color color = new Color(components, "RGB");

        // Act
        String result = color.luminance(2);

        // Assert
        assertEquals("RGB 2.3333333", result);
    }
}
