package io.reenact.serial;

import java.io.ObjectOutput;
import java.util.Arrays;
import java.util.Collection;

/**
 * The buffer that objects are written to. Generated code calls it as an {@link ObjectOutput}, because that type is known to
 * every class loader. {@code crates/serial/src/live/stream.rs} describes the units.
 */
final class Sink extends ComponentOutput {
    static final char NULL = 0;
    static final char TEXT = 1;
    static final char BOXED = 2;
    static final char OBJECT = 10;
    static final char ENUM = 11;
    static final char ARRAY = 12;

    /** A buffer of this length is kept for the next document. */
    private static final int KEPT = 1 << 18;

    char[] units = new char[512];
    int length;
    byte[] bytes = new byte[1024];
    private Object[] path = new Object[16];
    private int depth;
    private Limits limits;
    private Class<?> caller;
    boolean isBusy;

    /** Begins a document. */
    void begin(Limits limits, Class<?> caller) {
        this.limits = limits;
        this.caller = caller;
        isBusy = true;
        length = 0;
    }

    /** Ends a document: objects are let go, and so is a buffer that has become large. */
    void end() {
        isBusy = false;
        while (depth > 0) {
            leave();
        }
        if (units.length > KEPT) {
            units = new char[512];
        }
        if (bytes.length > KEPT) {
            bytes = new byte[1024];
        }
    }

    Class<?> caller() {
        return caller;
    }

    /** Makes room for more units. */
    private void room(int more) {
        if (more > units.length - length) {
            grow(more);
        }
    }

    private void grow(int more) {
        long wanted = (long) length + more;
        if (wanted > limits.bytes) {
            throw new FormException("the document has more than " + limits.bytes + " bytes");
        }
        units = Arrays.copyOf(units, (int) Math.min(Math.max(wanted, 2L * units.length), Integer.MAX_VALUE - 8));
    }

    void unit(int value) {
        room(1);
        units[length++] = (char) value;
    }

    /** Enters an object or array. A cycle goes as deep as the limit is, and is looked for only there. */
    void enter(Object object) {
        if (depth == limits.depth) {
            throw new FormException(Cycles.tooDeep(path, depth, object, limits.depth));
        }
        if (depth == path.length) {
            path = Arrays.copyOf(path, 2 * depth);
        }
        path[depth++] = object;
    }

    void leave() {
        path[--depth] = null;
    }

    /** The head of an object of a form. */
    void form(int number) {
        room(3);
        units[length] = OBJECT;
        units[length + 1] = (char) (number >>> 16);
        units[length + 2] = (char) number;
        length += 3;
    }

    /** The head of an array whose elements are objects of a class. */
    void array(int dimensions, int element, int count) {
        unit(ARRAY);
        unit(dimensions);
        unit(0);
        writeInt(element);
        writeInt(count);
    }

    /** Elements as the component {@code Object[]}. */
    void elements(Collection<?> elements) {
        array(0, Platform.OBJECT_NUMBER, elements.size());
        int count = 0;
        for (Object element : elements) {
            writeObject(element);
            count++;
        }
        if (count != elements.size()) {
            throw new java.util.ConcurrentModificationException();
        }
    }

    @Override
    public void writeObject(Object object) {
        if (object == null) {
            unit(NULL);
        } else if (object instanceof String) {
            writeUTF((String) object);
        } else {
            Codec.of(object.getClass()).write(object, this);
        }
    }

    @Override
    public void writeUTF(String text) {
        if (text == null) {
            unit(NULL);
            return;
        }
        int count = text.length();
        room(3 + count);
        char[] to = units;
        int at = length;
        to[at] = TEXT;
        to[at + 1] = (char) (count >>> 16);
        to[at + 2] = (char) count;
        text.getChars(0, count, to, at + 3);
        length = at + 3 + count;
    }

    @Override
    public void writeBoolean(boolean value) {
        unit(value ? 1 : 0);
    }

    @Override
    public void writeByte(int value) {
        unit(value);
    }

    @Override
    public void writeShort(int value) {
        unit(value);
    }

    @Override
    public void writeChar(int value) {
        unit(value);
    }

    @Override
    public void writeInt(int value) {
        room(2);
        units[length] = (char) (value >>> 16);
        units[length + 1] = (char) value;
        length += 2;
    }

    @Override
    public void writeLong(long value) {
        room(4);
        units[length] = (char) (value >>> 48);
        units[length + 1] = (char) (value >>> 32);
        units[length + 2] = (char) (value >>> 16);
        units[length + 3] = (char) value;
        length += 4;
    }

    @Override
    public void writeFloat(float value) {
        writeInt(Float.floatToRawIntBits(value));
    }

    @Override
    public void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }
}
