package io.reenact.serial;

import java.lang.invoke.MethodHandles;
import java.util.Arrays;

/**
 * Writes objects as documents of their serial forms, and makes objects from documents through their deserializers.
 *
 * <pre>{@code
 * byte[] json = Forms.encode(Range.make(1, 5), Encoding.JSON);
 * Range range = (Range) Forms.decode(json, Encoding.JSON, Range.class);
 * }</pre>
 *
 * A document is refused with a {@link FormException} if it has a class that is not in the list, a version that its class does not
 * read, unknown, missing or repeated components, values of other types, or more than the {@link Limits} allow. What constructors
 * and factories throw comes out as it is. Text, boxed primitives, arrays and common types of the JDK need not be listed; enums must be.
 *
 * <p>Needs Java 15 or later and the native library {@code reenact_forms_jni}. The annotations need neither.
 */
public final class Forms {
    private static final Class<?>[] NONE = {};

    private static final Forms DEFAULT = new Forms(NONE, Limits.DEFAULT, null);

    private static final ThreadLocal<Sink> SINKS = ThreadLocal.withInitial(Sink::new);
    private static final ThreadLocal<Source> SOURCES = ThreadLocal.withInitial(Source::new);

    private final Class<?>[] allowed;
    private final Limits limits;
    private final Class<?> caller;
    private volatile Context context;

    private Forms(Class<?>[] allowed, Limits limits, Class<?> caller) {
        this.allowed = allowed;
        this.limits = limits;
        this.caller = caller;
    }

    /** Writes an object. */
    public static byte[] encode(Object object, Encoding encoding) {
        return DEFAULT.write(object, encoding);
    }

    /** Reads a document that may have objects of these classes. */
    public static Object decode(byte[] document, Encoding encoding, Class<?>... allowed) {
        return DEFAULT.read(document, encoding, Context.of(allowed, null));
    }

    /** Returns a reader for documents that may have objects of these classes, to be used many times. */
    public static Forms allowing(Class<?>... allowed) {
        return new Forms(allowed.clone(), Limits.DEFAULT, null);
    }

    /** Returns the same with other limits. */
    public Forms within(Limits limits) {
        return new Forms(allowed, limits, caller);
    }

    /**
     * Returns the same for code of one class: members that it could call are usable too. The lookup, which must have been made by
     * that class itself, proves who asks.
     */
    public Forms calledBy(MethodHandles.Lookup lookup) {
        if ((lookup.lookupModes() & MethodHandles.Lookup.PACKAGE) == 0) {
            throw new IllegalArgumentException("the lookup has no access to the package of " + lookup.lookupClass().getName());
        }
        return new Forms(allowed, limits, lookup.lookupClass());
    }

    /** Writes an object. */
    public byte[] write(Object object, Encoding encoding) {
        Sink sink = SINKS.get();
        if (sink.isBusy) {
            // A serializer uses this method itself.
            sink = new Sink();
        }
        try {
            sink.begin(limits, caller);
            sink.writeObject(object);
            int length = encoded(sink, encoding, sink.bytes);
            if (length > sink.bytes.length) {
                byte[] document = new byte[length];
                encoded(sink, encoding, document);
                sink.bytes = document.clone();
                return document;
            }
            return Arrays.copyOf(sink.bytes, length);
        } finally {
            sink.end();
        }
    }

    private int encoded(Sink sink, Encoding encoding, byte[] out) {
        return Native.encode(encoding.ordinal(), sink.units, sink.length, out, out.length, limits.depth, limits.bytes,
                limits.values);
    }

    /** Reads a document that may have objects of the allowed classes. */
    public Object read(byte[] document, Encoding encoding) {
        Context context = this.context;
        if (context == null) {
            context = Context.of(allowed, caller);
            this.context = context;
        }
        return read(document, encoding, context);
    }

    private Object read(byte[] document, Encoding encoding, Context context) {
        Source source = SOURCES.get();
        if (source.isBusy) {
            // A deserializer uses this method itself.
            source = new Source();
        }
        try {
            source.isBusy = true;
            long deadline = 0;
            if (limits.millis > 0) {
                deadline = System.nanoTime() + limits.millis * 1_000_000;
                deadline = deadline == 0 ? 1 : deadline;
            }
            int length = decoded(source, document, encoding, context);
            if (length > source.units.length) {
                source.units = new char[length];
                decoded(source, document, encoding, context);
            }
            source.begin(context, deadline);
            return source.readObject();
        } finally {
            source.end();
        }
    }

    private int decoded(Source source, byte[] document, Encoding encoding, Context context) {
        char[] out = source.units;
        return Native.decode(encoding.ordinal(), document, document.length, context.number, out, out.length, limits.depth,
                limits.bytes, limits.values, limits.millis);
    }
}
