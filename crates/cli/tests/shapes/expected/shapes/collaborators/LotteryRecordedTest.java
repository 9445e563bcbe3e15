package shapes.collaborators;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Lottery} as they were recorded. */
class LotteryRecordedTest {
    @Test
    void draw_returns246() {
        // Arrange
        Dice dice = new Dice() {
            private int rollCalls;

            @Override
            public int roll() {
                int call = rollCalls++;
                if (call == 0) {
                    return 2;
                }
                if (call == 1) {
                    return 4;
                }
                if (call == 2) {
                    return 6;
                }
                throw new UnsupportedOperationException("not recorded: roll");
            }
        };
        Lottery lottery = new Lottery(dice);

        // Act
        String result = lottery.draw();

        // Assert
        assertEquals("2-4-6", result);
    }
}
