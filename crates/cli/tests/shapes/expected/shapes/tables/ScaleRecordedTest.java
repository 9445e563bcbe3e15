package shapes.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls of {@link Scale} as they were recorded. */
class ScaleRecordedTest {
    @ParameterizedTest
    @MethodSource("rounded_cases")
    void rounded(double weight, String unit, String expected) {
        Scale scale = new Scale(2);

        assertEquals(expected, scale.rounded(weight, unit));
    }

    static Stream<Arguments> rounded_cases() {
        return Stream.of(
                Arguments.of(1.25, "kg", "125 ckg"),
                Arguments.of(0.5, "lb", "50 clb"),
                Arguments.of(-3.0, "kg", "-300 ckg"));
    }
}
