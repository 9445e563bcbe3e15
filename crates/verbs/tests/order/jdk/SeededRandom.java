// Random numbers that follow from a seed.
//- seededrandom/Dice.java
package seededrandom;

import java.util.Random;

final class Dice {
    static final Random RANDOM = new Random(42);
}
//- seededrandom/SeededRandomTest.java
package seededrandom;

import static org.junit.Assert.*;

import org.junit.*;
import java.util.Random;

public class SeededRandomTest {
    @Test
    public void drawsTheFirst() { // victim of SeededRandomTest#drawsMany; also self-polluting; state: seededrandom.Dice.RANDOM; fix: Dice.RANDOM.setSeed(42)
        assertEquals(new Random(42).nextInt(), Dice.RANDOM.nextInt());
    }

    @Test
    public void drawsMany() { // polluter
        assertNotEquals(Dice.RANDOM.nextInt(), Dice.RANDOM.nextInt());
    }
}
