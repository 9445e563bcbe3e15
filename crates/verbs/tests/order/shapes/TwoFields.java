// The victim fails only if two fields were changed, which one test does.
//- twofields/Point.java
package twofields;

final class Point {
    private static int x;
    private static int y;

    static void moveTo(int newX, int newY) {
        x = newX;
        y = newY;
    }

    static boolean isMoved() {
        return x != 0 && y != 0;
    }
}
//- twofields/TwoFieldsTest.java
package twofields;

import static org.junit.Assert.*;

import org.junit.*;

public class TwoFieldsTest {
    @Test
    public void moves() { // polluter
        Point.moveTo(3, 4);
        assertTrue(Point.isMoved());
    }

    @Test
    public void movesBack() { // cleaner
        Point.moveTo(3, 0);
        Point.moveTo(0, 0);
    }

    @Test
    public void isAtTheOrigin() { // victim of TwoFieldsTest#moves; state: twofields.Point.x; fix: Point.moveTo(0, 0)
        assertFalse(Point.isMoved());
    }
}
