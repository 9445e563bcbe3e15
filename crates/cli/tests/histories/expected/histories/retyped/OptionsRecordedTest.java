package histories.retyped;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Options} as they were recorded. */
class OptionsRecordedTest {
    @Test
    void option_show_1_returns0countInteger32() {
        // Arrange
        Options.Option<Integer> option = new Options().accepts("count").ofType(Integer.class);
        option.defaultsTo(3);

        // Act
        String result = option.show(1);

        // Assert
        assertEquals(" 0countInteger[3]2", result);
    }
}
