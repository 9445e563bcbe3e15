// The victim fails only behind two tests together.
//- twopolluters/House.java
package twopolluters;

final class House {
    static boolean door;
    static boolean window;
}
//- twopolluters/TwoPollutersTest.java
package twopolluters;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class TwoPollutersTest {
    @Test
    void opensTheDoor() { // polluter
        House.door = true;
    }

    @Test
    void opensTheWindow() { // polluter
        House.window = true;
    }

    @Test
    void isWarm() { // victim of TwoPollutersTest#opensTheDoor and TwoPollutersTest#opensTheWindow; state: twopolluters.House.door; fix: House.door = false
        assertFalse(House.door && House.window);
    }
}
