package io.reenact.serial;

/** Boxed primitives and arrays of primitives. */
final class Boxes {
    /** In the order of the tags. */
    private static final Class<?>[] TYPES = {
        Boolean.class, Byte.class, Character.class, Short.class, Integer.class, Long.class, Float.class, Double.class
    };

    private Boxes() {}

    /** The writer of a box, or null. */
    static Codec codec(Class<?> type) {
        for (int i = 0; i < TYPES.length; i++) {
            if (TYPES[i] == type) {
                return new OfBox(i);
            }
        }
        return null;
    }

    private static final class OfBox extends Codec {
        private final int kind;

        OfBox(int kind) {
            this.kind = kind;
        }

        @Override
        void write(Object object, Sink sink) {
            sink.unit(Sink.BOXED + kind);
            switch (kind) {
                case 0: sink.writeBoolean((Boolean) object); break;
                case 1: sink.writeByte((Byte) object); break;
                case 2: sink.writeChar((Character) object); break;
                case 3: sink.writeShort((Short) object); break;
                case 4: sink.writeInt((Integer) object); break;
                case 5: sink.writeLong((Long) object); break;
                case 6: sink.writeFloat((Float) object); break;
                default: sink.writeDouble((Double) object);
            }
        }
    }

    /** Reads a box of a tag. */
    static Object read(int kind, Source source) {
        switch (kind) {
            case 0: return source.readBoolean();
            case 1: return source.readByte();
            case 2: return source.readChar();
            case 3: return source.readShort();
            case 4: return source.readInt();
            case 5: return source.readLong();
            case 6: return source.readFloat();
            case 7: return source.readDouble();
            default: throw new IllegalStateException("tag " + kind);
        }
    }

    /** Writes the elements of an array of primitives. */
    static void writeAll(Object array, Sink sink) {
        if (array instanceof int[]) {
            for (int value : (int[]) array) {
                sink.writeInt(value);
            }
        } else if (array instanceof long[]) {
            for (long value : (long[]) array) {
                sink.writeLong(value);
            }
        } else if (array instanceof double[]) {
            for (double value : (double[]) array) {
                sink.writeDouble(value);
            }
        } else if (array instanceof float[]) {
            for (float value : (float[]) array) {
                sink.writeFloat(value);
            }
        } else if (array instanceof byte[]) {
            for (byte value : (byte[]) array) {
                sink.writeByte(value);
            }
        } else if (array instanceof char[]) {
            for (char value : (char[]) array) {
                sink.writeChar(value);
            }
        } else if (array instanceof short[]) {
            for (short value : (short[]) array) {
                sink.writeShort(value);
            }
        } else {
            for (boolean value : (boolean[]) array) {
                sink.writeBoolean(value);
            }
        }
    }

    /** Reads the elements of an array of primitives. */
    static Object readAll(char letter, int length, Source source) {
        switch (letter) {
            case 'I': {
                int[] values = new int[length];
                for (int i = 0; i < length; i++) values[i] = source.readInt();
                return values;
            }
            case 'J': {
                long[] values = new long[length];
                for (int i = 0; i < length; i++) values[i] = source.readLong();
                return values;
            }
            case 'D': {
                double[] values = new double[length];
                for (int i = 0; i < length; i++) values[i] = source.readDouble();
                return values;
            }
            case 'F': {
                float[] values = new float[length];
                for (int i = 0; i < length; i++) values[i] = source.readFloat();
                return values;
            }
            case 'B': {
                byte[] values = new byte[length];
                for (int i = 0; i < length; i++) values[i] = source.readByte();
                return values;
            }
            case 'C': {
                char[] values = new char[length];
                for (int i = 0; i < length; i++) values[i] = source.readChar();
                return values;
            }
            case 'S': {
                short[] values = new short[length];
                for (int i = 0; i < length; i++) values[i] = source.readShort();
                return values;
            }
            default: {
                boolean[] values = new boolean[length];
                for (int i = 0; i < length; i++) values[i] = source.readBoolean();
                return values;
            }
        }
    }

    /** The class of a primitive by the letter of its descriptor. */
    static Class<?> primitive(char letter) {
        switch (letter) {
            case 'I': return int.class;
            case 'J': return long.class;
            case 'D': return double.class;
            case 'F': return float.class;
            case 'B': return byte.class;
            case 'C': return char.class;
            case 'S': return short.class;
            default: return boolean.class;
        }
    }
}
