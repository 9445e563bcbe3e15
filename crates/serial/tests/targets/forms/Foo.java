package targets.forms.foo;

import io.reenact.serial.*;

/** Private members that frameworks may call, because they are open. */
public class Foo {
    private final InternalState is;

    public Foo(String external) { this(new InternalState(external.length())); }

    @Deserializer(open = true)
    private Foo(InternalState is) { this.is = is; } // reads: 1 (InternalState is)

    @Serializer(open = true)
    private InternalState serialize() { return is; } // writes: 1 (InternalState is)
}

/** The same without `open`. */
class Closed {
    private final int size;

    @Deserializer
    private Closed(int size) { this.size = size; } // reads: 1 (int size) // unusable: Private

    @Serializer
    int size() { return size; } // writes: 1 (int size) // unusable: PackagePrivate
}

/** Private state with an invariant and versions of its own. */
@Serializer(version = 2, open = true)
class InternalState { // writes: 2 (int size)
    private final int size;

    @Deserializer(version = 2, open = true)
    InternalState(int size) { // reads: 2 (int size)
        if (size < 0) throw new IllegalArgumentException("size " + size);
        this.size = size;
    }

    @Deserializer(version = 1, open = true)
    static InternalState of(long size) { return new InternalState((int) size); } // reads: 1 (long size)

    private int size() { return size; }
}
