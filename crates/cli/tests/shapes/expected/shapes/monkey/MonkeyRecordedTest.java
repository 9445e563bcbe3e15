package shapes.monkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/** Calls of {@link Monkey} as they were recorded. */
class MonkeyRecordedTest {
    @Test
    void setEyeColor_red_changesEyeColor() {
        Monkey monkey = new Monkey(1);

        monkey.setEyeColor(Color.RED);

        assertSame(Color.RED, monkey.eyeColor);
    }

    @Test
    void eatBanana_2_returnsEating24Bananas() {
        Monkey monkey = new Monkey(6, Color.BLUE, null);

        assertEquals("Eating 24 bananas", monkey.eatBanana(2));
    }

    @Test
    void eatBanana_0_returnsEating0Bananas() {
        Monkey monkey = new Monkey(1, Color.RED, null);

        assertEquals("Eating 0 bananas", monkey.eatBanana(0));
    }
}
