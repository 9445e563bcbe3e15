package io.reenact.serial;

import java.io.ObjectOutput;

/** An {@link ObjectOutput} for generated code, which writes components only: the methods for bytes are not called. */
abstract class ComponentOutput implements ObjectOutput {
    @Override
    public abstract void writeObject(Object object);

    @Override
    public void write(int value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void write(byte[] bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void writeBytes(String text) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void writeChars(String text) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
