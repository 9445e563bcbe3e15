package io.reenact.serial;

import java.io.ObjectInput;
import java.lang.reflect.Array;

/**
 * The buffer that objects are made from. Generated code calls it as an {@link ObjectInput}. The native library wrote it and has
 * checked everything but what constructors and factories check.
 */
final class Source extends ComponentInput {
    char[] units = new char[512];
    private int at;
    private Context context;
    private long deadline;
    private int objects;
    boolean isBusy;

    /** Begins a document. A deadline of 0 never comes. */
    void begin(Context context, long deadline) {
        this.context = context;
        this.deadline = deadline;
        at = 0;
        objects = 0;
    }

    /** Ends a document. */
    void end() {
        isBusy = false;
        context = null;
        if (units.length > 1 << 18) {
            units = new char[512];
        }
    }

    /** Counts a step of making objects, and looks at the clock now and then. */
    void step() {
        if (deadline != 0 && (++objects & 63) == 0 && System.nanoTime() - deadline > 0) {
            throw new FormException("making the objects of the document takes too long");
        }
    }

    @Override
    public Object readObject() {
        char tag = units[at++];
        switch (tag) {
            case Sink.NULL:
                return null;
            case Sink.TEXT:
                return text();
            case Sink.OBJECT:
                step();
                return context.readers[readInt()].apply(this);
            case Sink.ENUM: {
                int number = readInt();
                return context.constant(number, readInt());
            }
            case Sink.ARRAY:
                return array();
            default:
                return Boxes.read(tag - Sink.BOXED, this);
        }
    }

    @Override
    public String readUTF() {
        return units[at++] == Sink.NULL ? null : text();
    }

    private String text() {
        int count = readInt();
        String text = new String(units, at, count);
        at += count;
        return text;
    }

    private Object array() {
        int dimensions = units[at++];
        char letter = units[at++];
        Class<?> base = letter == 0 ? context.classes[readInt()] : Boxes.primitive(letter);
        int count = readInt();
        if (dimensions == 0 && letter != 0) {
            return Boxes.readAll(letter, count, this);
        }
        Class<?> element = dimensions == 0 ? base : Array.newInstance(base, new int[dimensions]).getClass();
        Object[] elements = (Object[]) Array.newInstance(element, count);
        for (int i = 0; i < count; i++) {
            elements[i] = readObject();
        }
        return elements;
    }

    /** The component {@code Object[]} of collections and maps. */
    Object[] elements() {
        return (Object[]) readObject();
    }

    /** The head of the component {@code Object[]}, whose elements the caller reads; -1 if it is null. */
    int elementCount() {
        if (units[at++] == Sink.NULL) {
            return -1;
        }
        at += 4;
        return readInt();
    }

    @Override
    public boolean readBoolean() {
        return units[at++] != 0;
    }

    @Override
    public byte readByte() {
        return (byte) units[at++];
    }

    @Override
    public short readShort() {
        return (short) units[at++];
    }

    @Override
    public char readChar() {
        return units[at++];
    }

    @Override
    public int readInt() {
        int value = units[at] << 16 | units[at + 1];
        at += 2;
        return value;
    }

    @Override
    public long readLong() {
        return (long) readInt() << 32 | readInt() & 0xffffffffL;
    }

    @Override
    public float readFloat() {
        return Float.intBitsToFloat(readInt());
    }

    @Override
    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }
}
