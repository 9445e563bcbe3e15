package io.reenact.serial;

import java.util.ArrayList;
import java.util.List;

/** Takes the components of one object as they are. Generated code writes them to it as to a {@link Sink}. */
final class Components extends ComponentOutput {
    final List<Object> values = new ArrayList<>();

    /** Returns the components of an object of a form. */
    static List<Object> of(Object object, Form.Version version) {
        Components components = new Components();
        version.writer().accept(object, components);
        return components.values;
    }

    @Override
    public void writeObject(Object object) {
        values.add(object);
    }

    @Override
    public void writeUTF(String text) {
        values.add(text);
    }

    @Override
    public void writeBoolean(boolean value) {
        values.add(value);
    }

    @Override
    public void writeByte(int value) {
        values.add((byte) value);
    }

    @Override
    public void writeShort(int value) {
        values.add((short) value);
    }

    @Override
    public void writeChar(int value) {
        values.add((char) value);
    }

    @Override
    public void writeInt(int value) {
        values.add(value);
    }

    @Override
    public void writeLong(long value) {
        values.add(value);
    }

    @Override
    public void writeFloat(float value) {
        values.add(value);
    }

    @Override
    public void writeDouble(double value) {
        values.add(value);
    }
}
