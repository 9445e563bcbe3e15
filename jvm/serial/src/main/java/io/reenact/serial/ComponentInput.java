package io.reenact.serial;

import java.io.ObjectInput;

/** An {@link ObjectInput} for generated code, which reads components only: the methods for bytes are not called. */
abstract class ComponentInput implements ObjectInput {
    @Override
    public abstract Object readObject();

    @Override
    public int read() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] bytes, int from, int count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void readFully(byte[] bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void readFully(byte[] bytes, int from, int count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int readUnsignedByte() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int readUnsignedShort() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String readLine() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long skip(long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int skipBytes(int count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int available() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
