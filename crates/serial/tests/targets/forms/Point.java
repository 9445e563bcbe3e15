package targets.forms.point;

import io.reenact.serial.*;

/** The first example of "Towards Better Serialization": accessors and a constructor share the components. */
@Serializer
public class Point { // writes: 1 (int x, int y)
    private final int x;
    private final int y;

    @Deserializer
    public Point(int x, int y) { this.x = x; this.y = y; } // reads: 1 (int x, int y)

    public int x() { return x; }
    public int getY() { return y; }
}
