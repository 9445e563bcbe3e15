package targets.forms.versions;

import io.reenact.serial.*;

/** Class C of "Towards Better Serialization": each version has a deserializer, and one of them refuses. */
public class Versions {
    int a;
    int b;
    int c;

    public record Form(int a, int b, int c) {}

    @Deserializer(version = 4)
    public Versions(int a, int b, int c) { this.a = a; this.b = b; this.c = c; } // reads: 4 (int a, int b, int c)

    @Deserializer(version = 3)
    public Versions(int a, int b) { this(a, b, 0); } // reads: 3 (int a, int b)

    @Deserializer(version = 2)
    public Versions(int a) { this(a, 0, 0); } // reads: 2 (int a)

    @Deserializer(version = 1)
    public static Versions tooOld(String a) { throw new UnsupportedOperationException("version 1 is not supported"); } // refuses: 1

    @Serializer(version = 4)
    public static Form form(Versions it) { return new Form(it.a, it.b, it.c); } // writes: 4 (int a, int b, int c)
}
